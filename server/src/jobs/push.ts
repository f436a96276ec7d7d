import type { Config } from '../config.ts';
import { type Announcement, isOfAllowance } from '../domain/channels/announcement.ts';
import type { PushDevice } from '../domain/push-device.ts';
import { isSealed } from '../lib/sealing.ts';
import type { Store } from '../store/port.ts';
import type { PushTarget } from '../store/push-port.ts';
import type { Channel, SendOutcome } from './channel.ts';
import { failed, outcomeOf } from './post-outcome.ts';
import { postWebhook } from './webhook-request.ts';

/** How long a push service keeps a notification for a browser that is offline. */
const keptSeconds = 86_400;

interface PushOptions {
  readonly store: Pick<Store, 'pushTargets' | 'keepPush'>;
  readonly settings: Pick<Config['notifications'], 'timeoutMs' | 'allowPrivateAddresses' | 'consoleUrl' | 'mailFrom'>;
  /** Notifies only the browsers of this account. */
  readonly accountId?: string;
}

/**
 * Creates the channel that notifies the browsers of a workspace's members. A notification is encrypted (RFC 8291), and
 * contains only its kind, its id and the workspace's id. It counts as delivered if the push service of at least one
 * browser accepted it. If a push service no longer knows a browser, the browser is removed.
 */
export function createPushChannel({ store, settings, accountId }: PushOptions): Channel {
  return {
    async send(announcement) {
      const all = await store.pushTargets({ workspaceId: announcement.workspaceId });
      const targets = all.filter((target) => accountId === undefined || target.accountId === accountId);
      const outcomes = await Promise.all(targets.map((target) => sendTo(target, announcement)));
      return together(outcomes);
    },
  };

  async function sendTo({ sessionId, push }: PushTarget, announcement: Announcement): Promise<SendOutcome> {
    if (isSealed(push))
      return failed("a browser's subscription is encrypted with a key that this service does not have");
    const device: PushDevice = JSON.parse(push);
    const { headers, body } = await payloadFor(device, announcement, subjectOf(settings));
    const { timeoutMs, allowPrivateAddresses } = settings;
    const answer = await postWebhook({ url: device.endpoint, headers, body, timeoutMs, allowPrivateAddresses });
    const isGone = answer.kind === 'answered' && (answer.status === 404 || answer.status === 410);
    if (isGone) await store.keepPush({ sessionId, push: null });
    return outcomeOf(answer, { who: 'the push service', timeoutMs, finalStatuses });
  }
}

const noLonger = 'it no longer knows this browser';
const finalStatuses = { 404: noLonger, 410: noLonger };

async function payloadFor(device: PushDevice, announcement: Announcement, subject: string) {
  // Loads the library with the first notification, because many services never send one.
  const { buildPushPayload } = await import('@block65/webcrypto-web-push');
  const { endpoint, p256dh, auth, publicKey, privateKey } = device;
  const { id, workspaceId, risk } = announcement;
  const urgency = risk?.urgency === 'urgent' || risk?.urgency === 'high' ? 'high' : 'normal';
  const { headers, body } = await buildPushPayload(
    { data: { kind: kindOf(announcement), id, workspaceId }, options: { ttl: keptSeconds, urgency } },
    { endpoint, expirationTime: null, keys: { p256dh, auth } },
    { subject, publicKey, privateKey },
  );
  return { headers: { ...headers, 'user-agent': 'Understudy' }, body };
}

function kindOf(announcement: Announcement): 'test' | 'allowance' | 'handoff' {
  if (announcement.type === 'notification.test') return 'test';
  return isOfAllowance(announcement) ? 'allowance' : 'handoff';
}

/** Returns the contact that push services can use if there is a problem with the notifications (RFC 8292). */
function subjectOf({ consoleUrl, mailFrom }: PushOptions['settings']): string {
  if (consoleUrl?.startsWith('https:')) return new URL(consoleUrl).origin;
  const address = /[^\s<>]+@[^\s<>]+/.exec(mailFrom ?? '')?.[0];
  return address === undefined ? 'https://understudy.invalid' : `mailto:${address}`;
}

function together(outcomes: readonly SendOutcome[]): SendOutcome {
  const bad = outcomes.filter((outcome) => outcome.kind !== 'sent');
  const [first] = bad;
  if (first === undefined) {
    return outcomes.length > 0
      ? { kind: 'sent', note: null }
      : { ...failed('no browser is subscribed to notifications'), isFinal: true };
  }
  if (bad.length < outcomes.length)
    return { kind: 'sent', note: `could not notify ${bad.length} of ${outcomes.length} browsers` };
  return bad.find((outcome) => outcome.kind === 'failed' && !outcome.isFinal) ?? first;
}
