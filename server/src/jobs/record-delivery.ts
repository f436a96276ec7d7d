import { setTimeout as delay } from 'node:timers/promises';
import { faultName, StoreUnavailable } from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';
import type { ClaimedNotification, SettleNotificationInput } from '../store/notification-port.ts';
import type { Store } from '../store/port.ts';

type Attempted = Pick<SettleNotificationInput, 'channels' | 'result'>;

/**
 * Records the result of an attempt, and logs it with ids only. Resolves to null if the result could not be recorded.
 * The attempt is then repeated later. Never throws.
 */
export async function recordDelivery(
  { store, log }: { store: Pick<Store, 'settleNotification'>; log: Log },
  notification: ClaimedNotification,
  attempted: Attempted,
): Promise<Attempted['result']['kind'] | null> {
  const { workspaceId, notificationId, claimToken } = notification;
  const ids = { notificationId, workspaceId };
  try {
    if (await settle(store, { workspaceId, notificationId, claimToken, ...attempted })) {
      report(log, ids, attempted);
      return attempted.result.kind;
    }
    log.warn(ids, 'a claim expired before its delivery was recorded, so the notification may be delivered twice');
  } catch (error) {
    const reason = faultName(error);
    log.error({ ...ids, reason }, 'a delivery could not be recorded, so the notification will be delivered again');
  }
  return null;
}

/**
 * Records a result. Retries a few times while the claim is valid, because the store may be briefly unavailable and only
 * this process knows the result. Resolves to true if the claim was still valid.
 */
async function settle(store: Pick<Store, 'settleNotification'>, input: SettleNotificationInput): Promise<boolean> {
  for (const pauseMs of [200, 1_000, 4_000]) {
    try {
      return await store.settleNotification(input);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      await delay(pauseMs);
    }
  }
  return store.settleNotification(input);
}

function report(log: Log, ids: Record<string, string>, { channels, result }: Attempted): void {
  const errors = Object.fromEntries(
    Object.entries(channels).flatMap(([name, { lastError }]) => (lastError === null ? [] : [[name, lastError]])),
  );
  if (result.kind === 'delivered') log.debug({ ...ids, ...errors }, 'notification delivered');
  else if (result.kind === 'retry') {
    log.info({ ...ids, retryInMs: result.delayMs, ...errors }, 'a notification is waiting for a retry');
  } else
    log.warn(
      { ...ids, ...errors },
      'a notification failed for the last time; to retry it, run "understudy notifications retry"',
    );
}
