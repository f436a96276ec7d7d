import { postedChannel, postedChannelNames } from '../../domain/channels/channel-list.ts';
import type { Fault } from '../../lib/validator.ts';
import { readOrigin } from './browser-origin.ts';
import { listAt, textAt, valueAt } from './loose-values.ts';

/**
 * Reports origins that no browser sends, and webhook addresses that contain credentials or a fragment, or that belong
 * to a messaging provider.
 */
export function checkAddresses(workspace: unknown, path: string, report: (fault: Fault) => void): void {
  for (const [index, origin] of listAt(workspace, 'allowedOrigins').entries()) {
    if (typeof origin !== 'string') continue;
    const place = `${path}.allowedOrigins[${index}]`;
    const read = readOrigin(origin);
    if (!read.ok && read.reason !== null) report({ path: place, message: `${place} ${read.reason}` });
  }
  checkPosted(valueAt(workspace, 'notifications'), `${path}.notifications`, report);
  const url = textAt(valueAt(valueAt(workspace, 'notifications'), 'webhook'), 'url');
  const parsed = url === null ? null : URL.parse(url);
  if (url === null || parsed === null) return;
  const place = `${path}.notifications.webhook.url`;
  if (parsed.username !== '' || parsed.password !== '') {
    report({
      path: place,
      message: `${place} must not contain a user name or password. Omit them; every request is signed instead`,
    });
  }
  if (isProviderHost(parsed.hostname)) {
    report({
      path: place,
      message: `${place} belongs to a messaging provider, and this service never posts to one. Use your own program's address. For ${list.format(hosted.map((name) => postedChannel(name).title))}, use ${list.format(hosted.map((name) => `notifications.${name}`))}`,
    });
  }
  if (url.includes('#'))
    report({
      path: place,
      message: `${place} must not contain a fragment. Omit "#" and everything after it, because requests never include it`,
    });
}

/** Reports the faults that the definition of a chat service finds in the service's address. */
function checkPosted(notifications: unknown, path: string, report: (fault: Fault) => void): void {
  for (const name of postedChannelNames) {
    const url = textAt(valueAt(notifications, name), 'url');
    const fault = url === null ? null : postedChannel(name).addressFault(url);
    if (fault !== null) report({ path: `${path}.${name}.url`, message: `${path}.${name}.url ${fault}` });
  }
}

/** The chat services that have hosts of their own. */
const hosted = postedChannelNames.filter((name) => postedChannel(name).hosts.length > 0);
const list = new Intl.ListFormat('en-GB');

/** Hosts that send messages for anyone who calls them. Each chat service declares its own hosts. */
const providerHosts = [
  ...hosted.flatMap((name) => postedChannel(name).hosts),
  'api.telegram.org',
  'graph.facebook.com',
  'graph.instagram.com',
  'graph.whatsapp.com',
  'api.whatsapp.com',
  'api.twilio.com',
  'api.line.me',
  'chatapi.viber.com',
  'api.twitter.com',
  'api.x.com',
  'api.postmarkapp.com',
  'api.sendgrid.com',
  'api.mailgun.net',
  'api.eu.mailgun.net',
];

function isProviderHost(host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '');
  return providerHosts.some((provider) => name === provider || name.endsWith(`.${provider}`));
}
