import type { SendLetter } from '../admin/accounts/letters.ts';
import type { Config } from '../config.ts';
import { oneLine } from '../domain/channels/wording.ts';
import { createId } from '../lib/ids.ts';
import { openTransport, whyNotSent } from './mail-transport.ts';

/**
 * Creates the function that sends emails about accounts. Returns null if the service has no mail server or no sender
 * address.
 */
export function createLetters({
  smtpUrl,
  mailFrom,
  timeoutMs,
}: Pick<Config['notifications'], 'smtpUrl' | 'mailFrom' | 'timeoutMs'>): SendLetter | null {
  if (smtpUrl === null || mailFrom === null) return null;
  let transport: ReturnType<typeof openTransport> | null = null;
  return async ({ to, subject, text }) => {
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      transport ??= openTransport(smtpUrl, timeoutMs);
      await (await transport).sendMail({
        from: oneLine(mailFrom, 500),
        to: { name: '', address: to },
        subject: oneLine(subject, 200),
        text,
        messageId: `<${createId('mail')}@${/@([A-Za-z0-9.-]+)>?\s*$/.exec(mailFrom)?.[1] ?? 'understudy.invalid'}>`,
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        disableFileAccess: true,
        disableUrlAccess: true,
        signal,
      });
      return null;
    } catch (error) {
      if (signal.aborted) return `the mail server took more than ${timeoutMs / 1_000} s`;
      const outcome = whyNotSent(error);
      return outcome.kind === 'failed' ? outcome.reason : null;
    }
  };
}
