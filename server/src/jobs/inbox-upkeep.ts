import { type SettleDeps, settleThread } from '../capabilities/inboxes/settle-threads.ts';
import { StoreUnavailable } from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';
import { createBackgroundPass } from './background-pass.ts';

export interface InboxUpkeep {
  /** Looks for due threads now and every `pollMs`, until `stop`. */
  start(): void;
  /** Takes on nothing more, and resolves when what is under way has ended. Idempotent. */
  stop(): Promise<void>;
  /** Does all that is due now. @throws StoreUnavailable */
  runOnce(): Promise<void>;
}

export interface InboxUpkeepOptions extends SettleDeps {
  readonly pollMs: number;
  readonly log: Log;
  /** Called after drafts were settled: a notification may be queued. */
  readonly onSettled?: () => void;
}

/** Threads of one workspace that are settled before others have their turn, and workspaces in one round. */
const threadsPerTurn = 8;
const workspacesPerRound = 200;
const releasesPerTurn = 200;
const releaseEveryMs = 5_000;

/**
 * Settles the threads of connected inboxes when their time has come, workspace by workspace. Any number of processes may do so
 * side by side: what one has committed, another finds changed and leaves alone.
 */
export function createInboxUpkeep(options: InboxUpkeepOptions): InboxUpkeep {
  const { store, monthlyReplies, log, pollMs, onSettled = () => undefined } = options;
  let timer: NodeJS.Timeout | null = null;
  let pass: Promise<void> | null = null;
  let isStopping = false;
  let releasedAt = Number.NEGATIVE_INFINITY;

  async function settleDue(): Promise<void> {
    let isMore = true;
    while (isMore && !isStopping) {
      isMore = false;
      for (const workspaceId of await store.workspacesWithWakingThreads({ limit: workspacesPerRound })) {
        const due = await store.wakingThreads({ workspaceId, limit: threadsPerTurn });
        let settled = 0;
        for (const conversationId of due) {
          if (isStopping) return;
          if (await settle(workspaceId, conversationId)) settled += 1;
        }
        if (settled > 0) onSettled();
        // One that keeps failing does not keep the loop going.
        isMore ||= due.length === threadsPerTurn && settled > 0;
      }
    }
  }

  /** Whether it could be looked at. A thread that fails is left for the next time, and does not stop the others. */
  async function settle(workspaceId: string, conversationId: string): Promise<boolean> {
    try {
      await settleThread(options, { workspaceId, conversationId, isForced: false });
      return true;
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error;
      log.error({ workspaceId, conversationId, err: error }, 'a thread of a connected inbox could not be settled');
      return false;
    }
  }

  async function releaseHeld(): Promise<void> {
    if (performance.now() - releasedAt < releaseEveryMs) return;
    releasedAt = performance.now();
    for (const workspaceId of await store.workspacesWithHeldThreads({ limit: workspacesPerRound })) {
      if (isStopping) return;
      const conversationIds = await store.heldThreads({ workspaceId, limit: releasesPerTurn });
      if (conversationIds.length === 0) continue;
      await store.inboxStep({ workspaceId, name: 'release', input: { conversationIds, monthlyReplies } });
    }
  }

  function makePass(): Promise<void> {
    pass ??= (async () => {
      try {
        await releaseHeld();
        await settleDue();
      } finally {
        pass = null;
      }
    })();
    return pass;
  }

  const makePassInBackground = createBackgroundPass(makePass, { log, whatWaits: 'connected inboxes' });

  function schedule(): void {
    timer = setTimeout(async () => {
      await makePassInBackground();
      if (!isStopping) schedule();
    }, pollMs);
  }

  return {
    start() {
      if (timer === null && !isStopping) schedule();
    },
    async stop() {
      isStopping = true;
      if (timer !== null) clearTimeout(timer);
      await pass?.catch(() => undefined);
    },
    async runOnce() {
      releasedAt = Number.NEGATIVE_INFINITY;
      await makePass();
    },
  };
}
