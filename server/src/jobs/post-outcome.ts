import type { SendOutcome } from './channel.ts';
import type { WebhookAnswer } from './webhook-request.ts';

/**
 * Returns the result of an attempt over HTTP, in the service's own words, without text from the remote server. A 2xx
 * status means that the notification was delivered. A status in `finalStatuses` ends the attempts with the reason given
 * there. After any other status, delivery is retried. `who` names the remote server, such as `the webhook`.
 */
export function outcomeOf(
  answer: WebhookAnswer,
  about: {
    readonly who: string;
    readonly timeoutMs: number;
    readonly finalStatuses: Readonly<Record<number, string>>;
  },
): SendOutcome {
  const { who, timeoutMs, finalStatuses } = about;
  switch (answer.kind) {
    case 'private_address':
      return failed(
        'the address is on a private network, which this service does not call. The operator can allow it with UNDERSTUDY_ALLOW_PRIVATE_WEBHOOKS=true',
      );
    case 'timed_out':
      return failed(`${who} did not answer within ${timeoutMs / 1_000} s`);
    case 'unreachable':
      return failed(whyUnreachable(answer.error, who));
    case 'answered': {
      const { status } = answer;
      if (status >= 200 && status < 300) return { kind: 'sent', note: null };
      const said = `${who} answered ${status}`;
      const end = finalStatuses[status];
      if (end !== undefined) return { ...failed(`${said}: ${end}`), isFinal: true };
      return failed(status >= 300 && status < 400 ? `${said}, and this service does not follow redirects` : said);
    }
  }
}

/** Returns the result of an attempt that failed but may succeed if repeated. */
export function failed(reason: string): SendOutcome & { kind: 'failed' } {
  return { kind: 'failed', reason, isFinal: false };
}

function whyUnreachable(error: unknown, who: string): string {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  const known = reasons[code];
  if (known !== undefined) return known(who);
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO/.test(code)) return `this service refused the TLS connection (${code})`;
  if (code.startsWith('HPE_')) return `${who} did not answer with HTTP`;
  const named = /^[A-Z][A-Z0-9_]{2,39}$/.test(code) ? ` (${code})` : '';
  return `${who} could not be reached${named}`;
}

const isNotTrusted = (who: string) => `${who}'s TLS certificate is not trusted`;
const reasons: Readonly<Record<string, (who: string) => string>> = {
  ENOTFOUND: (who) => `${who}'s host name does not exist`,
  EAI_AGAIN: (who) => `${who}'s host name could not be looked up`,
  ECONNREFUSED: (who) => `${who} refused the connection`,
  ECONNRESET: (who) => `${who} closed the connection before it answered`,
  CERT_HAS_EXPIRED: (who) => `${who}'s TLS certificate has expired`,
  ERR_TLS_CERT_ALTNAME_INVALID: (who) => `${who}'s TLS certificate is for a different name`,
  DEPTH_ZERO_SELF_SIGNED_CERT: (who) => `${who}'s TLS certificate is self-signed`,
  SELF_SIGNED_CERT_IN_CHAIN: isNotTrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: isNotTrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: isNotTrusted,
};
