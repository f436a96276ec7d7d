import type { Config } from '../config.ts';
import { type Measures, noMeasures } from '../domain/measures.ts';
import type { Log } from '../lib/log.ts';
import type { ClaimedNotification } from '../store/notification-port.ts';
import type { Store } from '../store/port.ts';
import { attemptDelivery } from './attempt-delivery.ts';
import { createBackgroundPass } from './background-pass.ts';
import { type Channels, createChannels } from './channels.ts';
import { recordDelivery } from './record-delivery.ts';

export interface NotificationDelivery {
  /** Looks for due notifications immediately and then every `pollMs`, until `stop`. */
  start(): void;
  /** Looks for due notifications immediately. Call it after queueing a notification. */
  wake(): void;
  /** Claims no more notifications, and resolves when the deliveries in progress are recorded. Idempotent. */
  stop(): Promise<void>;
  /** Delivers everything that is due now, and resolves to the counts of the results. @throws StoreUnavailable */
  runOnce(): Promise<DeliveryCounts>;
}

interface DeliveryCounts {
  readonly delivered: number;
  readonly failed: number;
  readonly retried: number;
}

export interface NotificationDeliveryOptions {
  readonly store: Pick<
    Store,
    'workspacesWithDueNotifications' | 'claimNotifications' | 'settleNotification' | 'pushTargets' | 'keepPush'
  >;
  readonly settings: Config['notifications'];
  readonly log: Log;
  readonly channels?: Channels;
  readonly random?: () => number;
  /** The maximum number of concurrent deliveries. No workspace has more than a quarter of them. */
  readonly concurrency?: number;
  readonly measures?: Pick<Measures, 'deliveryEnded' | 'watchQueue'>;
}

/**
 * Creates the job that delivers queued notifications to their creators at least once. If the process crashes after a
 * notification is sent but before its delivery is recorded, the notification is sent again with the same id once its
 * claim has expired. Any number of processes may deliver in parallel.
 */
export function createNotificationDelivery(options: NotificationDeliveryOptions): NotificationDelivery {
  const { store, settings, log, concurrency = 32, random = Math.random, measures = noMeasures } = options;
  const channels = options.channels ?? createChannels(options);
  const perWorkspace = Math.max(1, Math.floor(concurrency / 4));
  // A claim lasts longer than any attempt, including the retries of recording the attempt's result.
  const claimMs = 2 * settings.timeoutMs + 30_000;
  const underWay = new Set<Promise<void>>();
  const busy = new Map<string, number>();
  const counts = { delivered: 0, failed: 0, retry: 0 };
  measures.watchQueue('deliveries', () => underWay.size, concurrency);
  let pass: Promise<void> | null = null;
  let isPassWanted = false;
  let isStopping = false;
  let timer: NodeJS.Timeout | null = null;

  /**
   * Claims one notification from each due workspace in turn, until all slots are in use or nothing is left to claim.
   */
  async function claimAndLaunch(): Promise<void> {
    let due = shuffled(await store.workspacesWithDueNotifications({ limit: 500 }), random);
    while (due.length > 0) {
      const again: string[] = [];
      for (const workspaceId of due) {
        if (isStopping || underWay.size >= concurrency) return;
        if ((busy.get(workspaceId) ?? 0) >= perWorkspace) continue;
        const [notification] = await store.claimNotifications({ workspaceId, limit: 1, claimMs });
        if (notification === undefined) continue;
        launch(notification);
        again.push(workspaceId);
      }
      due = again;
    }
  }

  function launch(notification: ClaimedNotification): void {
    const { workspaceId } = notification;
    busy.set(workspaceId, (busy.get(workspaceId) ?? 0) + 1);
    const delivery = deliver(notification).finally(() => {
      underWay.delete(delivery);
      const left = (busy.get(workspaceId) ?? 1) - 1;
      if (left > 0) busy.set(workspaceId, left);
      else busy.delete(workspaceId);
      void makePassInBackground();
    });
    underWay.add(delivery);
  }

  async function deliver(notification: ClaimedNotification): Promise<void> {
    const startedMs = performance.now();
    const attempted = await attemptDelivery(notification, { channels, maxAttempts: settings.maxAttempts, log, random });
    const recorded = await recordDelivery({ store, log }, notification, attempted);
    measures.deliveryEnded(recorded ?? 'unrecorded', performance.now() - startedMs);
    if (recorded !== null) counts[recorded] += 1;
  }

  /** Runs a pass. Passes never overlap; a pass that is requested during another one runs after it. */
  function makePass(): Promise<void> {
    if (isStopping) return Promise.resolve();
    isPassWanted = true;
    pass ??= (async () => {
      try {
        while (isPassWanted && !isStopping) {
          isPassWanted = false;
          await claimAndLaunch();
        }
      } finally {
        pass = null;
      }
    })();
    return pass;
  }

  const makePassInBackground = createBackgroundPass(makePass, { log, whatWaits: 'notifications' });

  function schedule(): void {
    timer = setTimeout(
      async () => {
        await makePassInBackground();
        if (!isStopping) schedule();
      },
      settings.pollMs * (0.75 + random() / 2),
    );
  }

  return {
    start: () => {
      if (timer !== null || isStopping) return;
      schedule();
      void makePassInBackground();
    },
    wake: () => {
      if (timer !== null) void makePassInBackground();
    },
    stop: async () => {
      isStopping = true;
      if (timer !== null) clearTimeout(timer);
      await pass?.catch(() => undefined);
      await Promise.all(underWay);
    },
    runOnce: async () => {
      const before = { ...counts };
      do {
        await makePass();
        await Promise.all(underWay);
      } while (pass !== null || underWay.size > 0);
      return {
        delivered: counts.delivered - before.delivered,
        failed: counts.failed - before.failed,
        retried: counts.retry - before.retry,
      };
    },
  };
}

/** Returns the items in random order, so that no workspace is always first. */
function shuffled<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, rank: random() }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ item }) => item);
}
