import { faultName } from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';
import type { Store } from '../store/port.ts';

export interface Retention {
  /** Purges shortly after the start and then every `intervalMs`, until `stop`. */
  start(): void;
  /** Resolves when a purge in progress has ended. Idempotent. */
  stop(): Promise<void>;
  /** Purges now, or joins a purge in progress. @throws StoreUnavailable */
  runOnce(): Promise<{ responses: number; leases: number }>;
}

/** How often the service looks for data whose retention is set in days. */
const expiryMs = 3_600_000;
const dayMs = 86_400_000;

/**
 * Creates the job that removes expired data from the store. Several processes may run it in parallel; jitter spreads
 * them out.
 */
export function createRetention({
  store,
  log,
  conversationDays = null,
  auditDays = null,
  intervalMs = 120_000,
}: {
  store: Pick<Store, 'purge' | 'expire' | 'expireAudit' | 'expireInbox' | 'expirePages'>;
  log: Log;
  /** How many days messages are kept; null keeps them forever. */
  conversationDays?: number | null;
  /** How many days audit log entries are kept; null keeps them forever. */
  auditDays?: number | null;
  intervalMs?: number;
}): Retention {
  let expiredAt = Number.NEGATIVE_INFINITY;
  let inBackground: Promise<void> | null = null;

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
      if (purged.responses > 0 || purged.leases > 0) log.info(purged, 'removed data whose retention ended');
      // Hashes of visitors' networks are kept for only a day, so every pass removes expired hashes, not only the hourly
      // pass.
      const pages = await store.expirePages();
      if (pages.rows > 0) log.info({ pages: pages.rows }, 'removed Page data whose retention ended');
      if (isStopping || performance.now() - expiredAt < expiryMs) return;
      const expired = await store.expire({
        conversationMs: conversationDays === null ? null : conversationDays * dayMs,
      });
      const inbox = await store.expireInbox();
      const auditEntries = auditDays === null ? 0 : await store.expireAudit({ olderMs: auditDays * dayMs });
      if (auditEntries > 0) log.info({ auditEntries }, 'removed audit log entries whose retention ended');
      expiredAt = performance.now();
      const all = { ...expired, inbox: inbox.rows };
      if (Object.values(all).some((count) => count > 0)) log.info(all, 'removed data whose retention ended');
    } catch (error) {
      const reason = faultName(error);
      log.warn({ reason }, 'old data could not be removed; the next pass will try again');
    }
  }

  function schedule(delayMs: number): void {
    timer = setTimeout(async () => {
      inBackground = runInBackground();
      await inBackground;
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
      await inBackground;
    },
    runOnce,
  };
}
