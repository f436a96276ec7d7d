import type { SendOutcome } from './channel.ts';

/** Opens an SMTP transport. The library is loaded with the first email, because many services never send one. */
export async function openTransport(smtpUrl: string, timeoutMs: number) {
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

/**
 * Turns an SMTP error into a result. The result omits the mail server's text, because the three-digit code is enough.
 * If the server rejects the addresses or the email with a 5yz code, the failure is final (RFC 5321).
 */
export function whyNotSent(error: unknown): SendOutcome {
  const { code, responseCode } = codesOf(error);
  const answer = responseCode === null ? '' : ` (${responseCode})`;
  if (code === 'EAUTH' || code === 'ENOAUTH') return failed(`the mail server rejected the login${answer}`);
  if (code === 'EENVELOPE' || code === 'EMESSAGE') {
    const part = code === 'EENVELOPE' ? 'the addresses' : 'the email';
    return {
      ...failed(`the mail server rejected ${part}${answer}`),
      isFinal: responseCode !== null && responseCode >= 500,
    };
  }
  if (code === 'ETLS') return failed('the TLS connection to the mail server failed');
  if (code === 'EDNS') return failed("the mail server's host name could not be looked up");
  if (code === 'ETIMEDOUT') return failed('the mail server did not answer in time');
  return failed(`the mail server could not be reached${answer}`);
}

function codesOf(error: unknown): { code: string; responseCode: number | null } {
  if (!(error instanceof Error)) return { code: '', responseCode: null };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const responseCode = 'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : null;
  return { code, responseCode };
}

/** Returns the result of an attempt that failed but may succeed if repeated. */
export function failed(reason: string): SendOutcome & { kind: 'failed' } {
  return { kind: 'failed', reason, isFinal: false };
}
