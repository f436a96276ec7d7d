import { openThread, type SettleDeps } from '../capabilities/inboxes/settle-threads.ts';
import type { ModelSettings } from '../domain/language-model.ts';
import { StoreUnavailable } from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';
import { createBackgroundPass } from './background-pass.ts';
import { createModelTurns } from './model-turns.ts';

export interface InboxUpkeep {
  /** Looks for due threads every `pollMs`, until `stop`. */
  start(): void;
  /** Starts no new work, and resolves when the work in progress has ended. Idempotent. */
  stop(): Promise<void>;
  /**
   * Starts no new work, and does not wait for drafts that use the language model. Another process takes over those
   * drafts.
   */
  leave(): Promise<void>;
  /** Processes everything that is due now. @throws StoreUnavailable */
  runOnce(): Promise<void>;
}

export interface InboxUpkeepOptions extends Omit<SettleDeps, 'model'> {
  /** The limits of the language model, for the workspaces that allow it; null if there is no model. */
  readonly model: Pick<ModelSettings, 'timeoutMs' | 'concurrency' | 'concurrencyPerWorkspace'> | null;
  readonly pollMs: number;
  readonly log: Log;
  /** Called after drafts are settled, because a notification may have been queued. */
  readonly onSettled?: () => void;
}

/** The number of threads that a workspace may settle in one turn. */
const threadsPerTurn = 8;
const workspacesPerRound = 200;
/** The maximum number of a workspace's threads that are remembered as waiting for the model. */
const mostWaiting = 500;
const releasesPerTurn = 200;
const releaseEveryMs = 5_000;

/**
 * Creates the job that settles due threads of connected inboxes, workspace by workspace. Any number of processes may
 * run the job in parallel. Each process skips threads that another one has already settled. Drafts that need the
 * language model run alongside other work, at most as many as the model has slots.
 */
export function createInboxUpkeep(options: InboxUpkeepOptions): InboxUpkeep {
  const { store, monthlyReplies, log, pollMs, onSettled = () => undefined } = options;
  let timer: NodeJS.Timeout | null = null;
  let pass: Promise<void> | null = null;
  let isStopping = false;
  let isLeft = false;
  let releasedAt = Number.NEGATIVE_INFINITY;
  const modelTurns = createModelTurns(options.model ?? { concurrency: 0 });
  const underWay = new Set<Promise<void>>();
  const model = options.model && {
    timeoutMs: options.model.timeoutMs,
    isFree: modelTurns.isFree,
    isWanted: () => !isStopping,
  };
  const deps = { ...options, model };

  async function settleDue(): Promise<void> {
    let isMore = true;
    while (isMore && !isStopping) {
      isMore = false;
      const waking = await store.workspacesWithWakingThreads({ limit: workspacesPerRound });
      for (const workspaceId of modelTurns.round(waking)) {
        if (await settleSome(workspaceId)) isMore = true;
        if (isStopping) return;
      }
    }
  }

  /**
   * Settles due threads of one workspace in its turn. A thread that is waiting for the model does not delay threads
   * that do not need the model. Resolves to true if more threads can be settled now.
   */
  async function settleSome(workspaceId: string): Promise<boolean> {
    const waiting = modelTurns.waitingOf(workspaceId);
    const due = await store.wakingThreads({ workspaceId, limit: threadsPerTurn + waiting.size });
    let [looked, settled, added] = [0, 0, 0];
    for (const conversationId of due) {
      if (waiting.has(conversationId) && !modelTurns.isFree(workspaceId)) continue;
      if (looked === threadsPerTurn || isStopping) break;
      looked += 1;
      const outcome = await settle(workspaceId, conversationId);
      if (outcome === 'settled') settled += 1;
      if (outcome !== 'busy') waiting.delete(conversationId);
      else if (waiting.size < mostWaiting && !waiting.has(conversationId)) {
        waiting.add(conversationId);
        added += 1;
      }
    }
    if (settled > 0) onSettled();
    // Failed threads do not count. Otherwise, a thread that keeps failing would keep the loop running.
    return settled > 0 ? looked === threadsPerTurn || waiting.size > 0 : added === threadsPerTurn;
  }

  /** Settles one thread. A thread that fails is left for the next pass, and does not stop the others. */
  async function settle(workspaceId: string, conversationId: string): Promise<'settled' | 'busy' | 'failed'> {
    try {
      const opened = await openThread(deps, { workspaceId, conversationId, isForced: false });
      if (opened.outcome !== 'open') return opened.outcome === 'busy' ? 'busy' : 'settled';
      if (opened.usesModel) begin(workspaceId, conversationId, opened.finish);
      else await opened.finish();
      return 'settled';
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error;
      log.error({ workspaceId, conversationId, err: error }, 'a thread of a connected inbox could not be processed');
      return 'failed';
    }
  }

  /** Starts a draft that runs alongside other work. */
  function begin(workspaceId: string, conversationId: string, finish: () => Promise<unknown>): void {
    const leave = modelTurns.take(workspaceId);
    const draft = finishBeside(workspaceId, conversationId, finish).finally(() => {
      leave?.();
      underWay.delete(draft);
    });
    underWay.add(draft);
  }

  async function ended(): Promise<void> {
    while (underWay.size > 0) await Promise.all(underWay);
  }

  /**
   * Finishes a draft in the background. Never throws: if a draft fails, its thread is processed again when the thread's
   * reservation ends.
   */
  async function finishBeside(
    workspaceId: string,
    conversationId: string,
    finish: () => Promise<unknown>,
  ): Promise<void> {
    try {
      await finish();
      onSettled();
    } catch (error) {
      // Shutdown does not wait for a model, so the store may already be closed.
      if (isLeft) return;
      if (error instanceof StoreUnavailable)
        log.warn({ reason: error.reason }, 'a draft is waiting for the store to recover');
      else
        log.error({ workspaceId, conversationId, err: error }, 'a thread of a connected inbox could not be processed');
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

  async function endPasses(): Promise<void> {
    isStopping = true;
    if (timer !== null) clearTimeout(timer);
    await pass?.catch(() => undefined);
  }

  return {
    start() {
      if (timer === null && !isStopping) schedule();
    },
    async stop() {
      await endPasses();
      await ended();
    },
    async leave() {
      isLeft = true;
      await endPasses();
    },
    async runOnce() {
      releasedAt = Number.NEGATIVE_INFINITY;
      await makePass();
      await ended();
    },
  };
}
