import { StoreUnavailable } from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';
import type { Store } from '../store/port.ts';

export interface Retention {
  /** Purges soon, then every `intervalMs`, until `stop`. */
  start(): void;
  /** Resolves when a purge under way has ended. Idempotent. */
  stop(): Promise<void>;
  /** Purges now; shares a purge that is under way. @throws StoreUnavailable */
  runOnce(): Promise<{ responses: number; leases: number }>;
}

/** Removes what the store has kept past its time. Several processes may do so side by side; jitter keeps them apart. */
export function createRetention({
  store,
  log,
  intervalMs = 120_000,
}: {
  store: Pick<Store, 'purge'>;
  log: Log;
  intervalMs?: number;
}): Retention {
  let timer: NodeJS.Timeout | null = null;
  let isStopping = false;
  let underWay: Promise<{ responses: number; leases: number }> | null = null;

  function runOnce(): Promise<{ responses: number; leases: number }> {
    underWay ??= store.purge().finally(() => {
      underWay = null;
    });
    return underWay;
  }

  async function runInBackground(): Promise<void> {
    try {
      const purged = await runOnce();
      if (purged.responses > 0 || purged.leases > 0) log.info(purged, 'purged what was past its time');
    } catch (error) {
      const reason =
        error instanceof StoreUnavailable ? error.reason : error instanceof Error ? error.name : typeof error;
      log.warn({ reason }, 'the purge did not run; it is tried again');
    }
  }

  function schedule(delayMs: number): void {
    timer = setTimeout(async () => {
      await runInBackground();
      if (!isStopping) schedule(intervalMs * (0.75 + Math.random() / 2));
    }, delayMs);
  }

  return {
    start: () => {
      if (timer === null && !isStopping) schedule((Math.random() * intervalMs) / 10);
    },
    stop: async () => {
      isStopping = true;
      if (timer !== null) clearTimeout(timer);
      await underWay?.catch(() => undefined);
    },
    runOnce,
  };
}
