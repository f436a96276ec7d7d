import type { Config } from '../config.ts';
import type { Announcement } from '../domain/channels/announcement.ts';
import { oneLine } from '../domain/channels/wording.ts';
import type { Channel } from './channel.ts';
import { mailText } from './mail-text.ts';
import { failed, openTransport, whyNotSent } from './mail-transport.ts';

type MailSettings = Pick<Config['notifications'], 'smtpUrl' | 'mailFrom' | 'timeoutMs'>;

/**
 * Creates the channel that emails announcements over SMTP, with one email to all of a workspace's addresses. The
 * Message-ID is derived from the notification's id, so that a repeated email is recognized as a duplicate.
 */
export function createEmailChannel({ settings }: { settings: MailSettings }): Channel {
  const { smtpUrl, mailFrom, timeoutMs } = settings;
  let transport: ReturnType<typeof openTransport> | null = null;
  return {
    send: async (announcement, target) => {
      const to = target.settings?.email?.to;
      if (to === undefined) return failed('the workspace has no email address');
      if (smtpUrl === null)
        return failed('this service has no mail server: set UNDERSTUDY_SMTP_URL and UNDERSTUDY_MAIL_FROM');
      if (mailFrom === null) return failed('this service has no sender address: set UNDERSTUDY_MAIL_FROM');
      const signal = AbortSignal.timeout(timeoutMs);
      try {
        transport ??= openTransport(smtpUrl, timeoutMs);
        const { rejected } = await (await transport).sendMail({ ...mailOf(announcement, mailFrom), to, signal });
        const refused = rejected.length;
        return { kind: 'sent', note: refused === 0 ? null : `addresses rejected: ${refused} of ${to.length}` };
      } catch (error) {
        return signal.aborted ? failed(`the mail server took more than ${timeoutMs / 1_000} s`) : whyNotSent(error);
      }
    },
  };
}

function mailOf(announcement: Announcement, mailFrom: string) {
  const { subject, text, html } = mailText(announcement);
  const domain = /@([A-Za-z0-9.-]+)>?\s*$/.exec(mailFrom)?.[1] ?? 'understudy.invalid';
  return {
    from: oneLine(mailFrom, 500),
    subject,
    text,
    html,
    messageId: `<${announcement.id}@${domain}>`,
    date: new Date(announcement.createdAt),
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
