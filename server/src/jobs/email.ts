import type { Config } from '../config.ts';
import type { Announcement } from './announcement.ts';
import type { Channel, SendOutcome } from './channel.ts';
import { mailText, oneLine } from './mail-text.ts';

type MailSettings = Pick<Config['notifications'], 'smtpUrl' | 'mailFrom' | 'timeoutMs'>;

/**
 * Mails announcements over SMTP, one mail to all of a workspace's addresses. The Message-ID comes from the
 * notification's id, so that a mail sent again is known as the same.
 */
export function createEmailChannel({ settings }: { settings: MailSettings }): Channel {
  const { smtpUrl, mailFrom, timeoutMs } = settings;
  let transport: ReturnType<typeof openTransport> | null = null;
  return {
    send: async (announcement, target) => {
      const to = target.settings?.email?.to;
      if (to === undefined) return failed('the workspace has no e-mail address');
      if (smtpUrl === null)
        return failed('this service has no mail server: set UNDERSTUDY_SMTP_URL and UNDERSTUDY_MAIL_FROM');
      if (mailFrom === null) return failed('this service has no sender address: set UNDERSTUDY_MAIL_FROM');
      const signal = AbortSignal.timeout(timeoutMs);
      try {
        transport ??= openTransport(smtpUrl, timeoutMs);
        const { rejected } = await (await transport).sendMail({ ...mailOf(announcement, mailFrom), to, signal });
        const refused = rejected.length;
        return { kind: 'sent', note: refused === 0 ? null : `addresses refused: ${refused} of ${to.length}` };
      } catch (error) {
        return signal.aborted ? failed(`the mail server took more than ${timeoutMs / 1_000} s`) : whyNotSent(error);
      }
    },
  };
}

/** Loaded with the first mail: many services never send one. */
async function openTransport(smtpUrl: string, timeoutMs: number) {
  const { createTransport } = await import('nodemailer');
  return createTransport(transportOptions(smtpUrl, timeoutMs));
}

function transportOptions(smtpUrl: string, timeoutMs: number) {
  const url = new URL(smtpUrl);
  for (const talkative of ['logger', 'debug', 'transactionLog']) url.searchParams.delete(talkative);
  return {
    url: url.href,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
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

/** A mail server's words stay out; its three-digit code tells enough. RFC 5321: what got a 5yz is not sent again as it is. */
function whyNotSent(error: unknown): SendOutcome {
  const { code, responseCode } = codesOf(error);
  const answer = responseCode === null ? '' : ` (${responseCode})`;
  if (code === 'EAUTH' || code === 'ENOAUTH') return failed(`the mail server refused the login${answer}`);
  if (code === 'EENVELOPE' || code === 'EMESSAGE') {
    const part = code === 'EENVELOPE' ? 'the addresses' : 'the mail';
    return {
      ...failed(`the mail server refused ${part}${answer}`),
      isFinal: responseCode !== null && responseCode >= 500,
    };
  }
  if (code === 'ETLS') return failed('the TLS connection to the mail server failed');
  if (code === 'EDNS') return failed('the host name of the mail server could not be looked up');
  if (code === 'ETIMEDOUT') return failed('the mail server did not answer in time');
  return failed(`the mail server could not be reached${answer}`);
}

function codesOf(error: unknown): { code: string; responseCode: number | null } {
  if (!(error instanceof Error)) return { code: '', responseCode: null };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const responseCode = 'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : null;
  return { code, responseCode };
}

function failed(reason: string): SendOutcome & { kind: 'failed' } {
  return { kind: 'failed', reason, isFinal: false };
}
