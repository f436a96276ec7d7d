import { Webhook } from 'standardwebhooks';
import type { Config } from '../config.ts';
import type { Announcement } from './announcement.ts';
import type { Channel, SendOutcome } from './channel.ts';
import { postWebhook, type ResolveHost, type WebhookAnswer } from './webhook-request.ts';

/**
 * Posts announcements as JSON, signed as Standard Webhooks describes (https://www.standardwebhooks.com). The header
 * `webhook-id` is the notification's id on every attempt: receivers know a repeated one by it.
 */
export function createWebhookChannel(options: {
  settings: Pick<Config['notifications'], 'timeoutMs' | 'allowPrivateAddresses'>;
  /** Only for tests of what a name resolves to. */
  resolve?: ResolveHost;
}): Channel {
  const { timeoutMs, allowPrivateAddresses } = options.settings;
  return {
    send: async (announcement, { settings, webhookSecret }) => {
      if (settings?.webhook === undefined) return failed('the workspace has no webhook');
      if (webhookSecret === null)
        return waiting(`there is no signing secret yet: run "${secretCommand(announcement)}"`);
      const body = JSON.stringify(webhookBody(announcement));
      const headers = sign(webhookSecret, announcement.id, body);
      if (headers === null) return waiting(`the signing secret is not usable: run "${secretCommand(announcement)}"`);
      const url = settings.webhook.url;
      const answer = await postWebhook({
        url,
        headers,
        body,
        timeoutMs,
        allowPrivateAddresses,
        resolve: options.resolve,
      });
      return outcomeOf(answer, timeoutMs);
    },
  };
}

/** What a webhook receives: a detail that was not chosen is absent, one that is not known is null. */
export function webhookBody(announcement: Announcement): Record<string, unknown> {
  const { include, contact, risk } = announcement;
  return {
    type: announcement.type,
    id: announcement.id,
    createdAt: new Date(announcement.createdAt).toISOString(),
    workspaceId: announcement.workspaceId,
    conversationId: announcement.conversationId,
    profileId: announcement.profileId,
    ...(include.has('contact') && {
      contact: contact === null ? null : { name: contact.name ?? null, handle: contact.handle ?? null },
      channel: announcement.channel,
    }),
    ...(include.has('reason') && { reason: announcement.reason }),
    ...(risk !== null && { riskLevel: risk.riskLevel, intent: risk.intent, urgency: risk.urgency }),
    ...(include.has('message') && { message: announcement.message }),
  };
}

function sign(secret: string, id: string, body: string): Record<string, string> | null {
  try {
    const sentAt = new Date();
    return {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'user-agent': 'Understudy',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1_000)),
      'webhook-signature': new Webhook(secret).sign(id, sentAt, body),
    };
  } catch {
    return null;
  }
}

function outcomeOf(answer: WebhookAnswer, timeoutMs: number): SendOutcome {
  switch (answer.kind) {
    case 'private_address':
      return failed('the address resolves to a private range, which this service does not call');
    case 'timed_out':
      return failed(`the webhook did not answer within ${timeoutMs / 1_000} s`);
    case 'unreachable':
      return failed(whyUnreachable(answer.error));
    case 'answered':
      return outcomeOfStatus(answer.status);
  }
}

function outcomeOfStatus(status: number): SendOutcome {
  if (status >= 200 && status < 300) return { kind: 'sent', note: null };
  if (status === 410) return { ...failed('the webhook answered 410: it wants no more'), isFinal: true };
  if (status >= 300 && status < 400) return failed(`the webhook answered ${status}: redirects are not followed`);
  return failed(`the webhook answered ${status}`);
}

function whyUnreachable(error: unknown): string {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  const known = reasons[code];
  if (known !== undefined) return known;
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO/.test(code)) return `the TLS connection was refused here (${code})`;
  if (code.startsWith('HPE_')) return 'the webhook did not answer in HTTP';
  return /^[A-Z][A-Z0-9_]{2,39}$/.test(code)
    ? `the webhook could not be reached (${code})`
    : 'the webhook could not be reached';
}

const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: 'the host name of the webhook does not exist',
  EAI_AGAIN: 'the host name of the webhook could not be looked up',
  ECONNREFUSED: 'the webhook refused the connection',
  ECONNRESET: 'the webhook closed the connection before it answered',
  CERT_HAS_EXPIRED: "the webhook's TLS certificate has expired",
  ERR_TLS_CERT_ALTNAME_INVALID: "the webhook's TLS certificate is for another name",
  DEPTH_ZERO_SELF_SIGNED_CERT: "the webhook's TLS certificate is self-signed",
  SELF_SIGNED_CERT_IN_CHAIN: "the webhook's TLS certificate is not trusted",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "the webhook's TLS certificate is not trusted",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "the webhook's TLS certificate is not trusted",
};

function secretCommand({ workspaceId }: Announcement): string {
  return `understudy notifications secret --workspace ${workspaceId}`;
}

function waiting(reason: string): SendOutcome {
  return { kind: 'waiting', reason };
}

function failed(reason: string): SendOutcome & { kind: 'failed' } {
  return { kind: 'failed', reason, isFinal: false };
}
