import { setTimeout as delay } from 'node:timers/promises';
import type { Store } from '../../server/src/store/port.ts';
import { inTurns } from './load.ts';
import type { Receiver } from './receivers.ts';
import { attempt, type Write } from './writes.ts';

/**
 * The result of reading everything back. `acknowledged` and `notified` are totals, and repeated deliveries are allowed; every other count
 * should be 0.
 */
export interface Audit {
  readonly acknowledged: number;
  /** Acknowledged writes whose repeat was not answered with a replay of the same bytes. */
  readonly lost: number;
  /** Writes that were never acknowledged, however often they were repeated. */
  readonly neverAcknowledged: number;
  /** The number of charged replies minus the number of draft requests. */
  readonly chargedTooOften: number;
  /** The number of counted handoffs minus the number of handoff requests. */
  readonly handedOffTooOften: number;
  /** The number of queued notifications minus the number of handoff requests. */
  readonly queuedTooOften: number;
  /** Notifications that reached the webhook. */
  readonly notified: number;
  readonly notNotified: number;
  /** Deliveries of a notification beyond its first, under the same id. */
  readonly notifiedAgain: number;
}

export interface Audited {
  readonly store: Store;
  readonly workspaceId: string;
  readonly url: string;
  readonly key: string;
  readonly receiver: Receiver;
  readonly writes: readonly Write[];
}

const monthlyReplies = { creator: 1_000_000_000, studio: 1_000_000_000, agency: 1_000_000_000 };
const deliveredWithinMs = 90_000;

/** Repeats every acknowledged write, reads the counters, and waits until every notification has been delivered. */
export async function audit({ store, workspaceId, url, key, receiver, writes }: Audited): Promise<Audit> {
  let lost = 0;
  const acknowledged = writes.filter((write) => write.answer !== null);
  await inTurns(acknowledged, 8, async (write) => {
    const again = await attempt(url, key, { ...write });
    if (again.outcome !== 'replay' || again.text !== write.answer) lost += 1;
  });
  const handoffs = writes.filter(({ path }) => path === 'handoff').length;
  const deadline = Date.now() + deliveredWithinMs;
  while (receiver.received.size < handoffs && Date.now() < deadline) await delay(200);
  // A notification that was sent but not recorded is resent only after its claim has expired.
  await untilSettled(store, workspaceId, deadline);
  const usage = await store.usage({ workspaceId, monthlyReplies });
  const queued = await store.listNotifications({ workspaceId, limit: 10_000_000 });
  return {
    acknowledged: acknowledged.length,
    lost,
    neverAcknowledged: writes.length - acknowledged.length,
    chargedTooOften: (usage?.used ?? 0) - (writes.length - handoffs),
    handedOffTooOften: (usage?.totals.handoffs ?? 0) - handoffs,
    queuedTooOften: queued.length - handoffs,
    notified: receiver.received.size,
    notNotified: queued.filter(({ notificationId }) => !receiver.received.has(notificationId)).length,
    notifiedAgain: [...receiver.received.values()].reduce((sum, times) => sum + times - 1, 0),
  };
}

async function untilSettled(store: Store, workspaceId: string, deadline: number): Promise<void> {
  while (Date.now() < deadline) {
    const open = (await store.listNotifications({ workspaceId, limit: 10_000_000 })).some(
      ({ state }) => state !== 'delivered' && state !== 'failed',
    );
    if (!open) return;
    await delay(500);
  }
}

/** Returns true if nothing was lost, nothing was charged, handed off or queued twice, and nothing is still open. */
export function isClean(found: Audit): boolean {
  const { lost, neverAcknowledged, chargedTooOften, handedOffTooOften, queuedTooOften, notNotified } = found;
  return [lost, neverAcknowledged, chargedTooOften, handedOffTooOften, queuedTooOften, notNotified].every(
    (count) => count === 0,
  );
}
