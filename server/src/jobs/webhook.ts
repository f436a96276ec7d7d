import { Webhook } from 'standardwebhooks';
import type { Config } from '../config.ts';
import type { Announcement } from '../domain/channels/announcement.ts';
import { isSealed } from '../lib/sealing.ts';
import type { Channel, SendOutcome } from './channel.ts';
import { failed, outcomeOf } from './post-outcome.ts';
import { postWebhook, type ResolveHost } from './webhook-request.ts';

const finalStatuses = { 410: 'the receiver no longer wants notifications' };

/**
 * Creates the channel that posts announcements as JSON, signed according to Standard Webhooks
 * (https://www.standardwebhooks.com). The header `webhook-id` contains the notification's id on every attempt, so that
 * receivers recognize duplicates.
 */
export function createWebhookChannel(options: {
  settings: Pick<Config['notifications'], 'timeoutMs' | 'allowPrivateAddresses'>;
  /** Used only in tests of name resolution. */
  resolve?: ResolveHost;
}): Channel {
  const { timeoutMs, allowPrivateAddresses } = options.settings;
  return {
    send: async (announcement, { settings, webhookSecret, previousWebhookSecret }) => {
      if (settings?.webhook === undefined) return failed('the workspace has no webhook');
      if (webhookSecret === null)
        return waiting(`there is no signing secret yet: run "${secretCommand(announcement)}"`);
      if (isSealed(webhookSecret)) {
        return waiting(
          `the signing secret is encrypted with a key that this service does not have. Add the key to UNDERSTUDY_SEALING_KEYS, or run "${secretCommand(announcement)}"`,
        );
      }
      const body = JSON.stringify(webhookBody(announcement));
      const previous = previousWebhookSecret === null || isSealed(previousWebhookSecret) ? [] : [previousWebhookSecret];
      const headers = sign([webhookSecret, ...previous], announcement.id, body);
      if (headers === null) return waiting(`the signing secret is unusable: run "${secretCommand(announcement)}"`);
      const url = settings.webhook.url;
      const answer = await postWebhook({
        url,
        headers,
        body,
        timeoutMs,
        allowPrivateAddresses,
        resolve: options.resolve,
      });
      return outcomeOf(answer, { who: 'the webhook', timeoutMs, finalStatuses });
    },
  };
}

/**
 * Builds the payload of a webhook. Details that the settings exclude are omitted. An unknown risk is also omitted, and
 * any other unknown detail is null.
 */
export function webhookBody(announcement: Announcement): Record<string, unknown> {
  const { include, contact, risk, about, type } = announcement;
  if (type !== 'handoff.created' && type !== 'notification.test') return plainBody(announcement, about);
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

/** Builds the payload for drafts and the allowance, which contains ids but no text. */
function plainBody({ type, id, createdAt, workspaceId, conversationId }: Announcement, about: Announcement['about']) {
  const head = { type, id, createdAt: new Date(createdAt).toISOString(), workspaceId };
  return conversationId === null ? { ...head, ...about } : { ...head, conversationId, ...about };
}

/**
 * Returns the headers, with one signature for each secret, as Standard Webhooks requires for rotation; null if a secret
 * is unusable.
 */
function sign(secrets: readonly string[], id: string, body: string): Record<string, string> | null {
  try {
    const sentAt = new Date();
    return {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'user-agent': 'Understudy',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1_000)),
      'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, sentAt, body)).join(' '),
    };
  } catch {
    return null;
  }
}

function secretCommand({ workspaceId }: Announcement): string {
  return `understudy notifications secret --workspace ${workspaceId}`;
}

function waiting(reason: string): SendOutcome {
  return { kind: 'waiting', reason };
}
