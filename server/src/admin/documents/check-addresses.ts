import type { Fault } from '../../lib/validator.ts';
import { readOrigin } from './browser-origin.ts';
import { listAt, textAt, valueAt } from './loose-values.ts';

/** Origins that no browser sends, and webhook addresses that carry what is never sent, or what is nobody's to keep. */
export function checkAddresses(workspace: unknown, path: string, report: (fault: Fault) => void): void {
  for (const [index, origin] of listAt(workspace, 'allowedOrigins').entries()) {
    if (typeof origin !== 'string') continue;
    const place = `${path}.allowedOrigins[${index}]`;
    const read = readOrigin(origin);
    if (!read.ok && read.reason !== null) report({ path: place, message: `${place} ${read.reason}` });
  }
  const url = textAt(valueAt(valueAt(workspace, 'notifications'), 'webhook'), 'url');
  const parsed = url === null ? null : URL.parse(url);
  if (url === null || parsed === null) return;
  const place = `${path}.notifications.webhook.url`;
  if (parsed.username !== '' || parsed.password !== '') {
    report({
      path: place,
      message: `${place} must not carry a user name or password before its host: leave them out; every request is signed instead`,
    });
  }
  if (url.includes('#'))
    report({
      path: place,
      message: `${place} must not carry a fragment: leave out "#" and what follows, it is never sent`,
    });
}
