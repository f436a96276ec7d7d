import { createPlaces, type Leave } from '../lib/turns/places.ts';

/** Shares the slots for drafts that use the language model among the workspaces. */
export interface ModelTurns {
  /**
   * Starts a round. Returns the given workspaces in the order of their turns. A slot that becomes free during the round
   * is given out only in the next round. Otherwise, the slot would go to a workspace late in the order, and workspaces
   * that waited longer would miss it.
   */
  round(workspaceIds: readonly string[]): string[];
  /** Returns true if the workspace may start another draft in this round. */
  isFree(workspaceId: string): boolean;
  /** Takes a slot for a draft. Returns a function that frees the slot; null if none is free. */
  take(workspaceId: string): Leave | null;
  /**
   * Returns the set of the workspace's threads that found no free slot. The caller adds the threads. The set is cleared
   * every 5 seconds.
   */
  waitingOf(workspaceId: string): Set<string>;
}

/** How long the waiting threads are remembered. After that, a thread may have changed and no longer need a slot. */
const forgetMs = 5_000;
const mostRemembered = 10_000;

/**
 * Creates the turns. In a round, each workspace may take an equal share of the free slots. The workspaces with the
 * fewest drafts in progress go first. If several have equally few, the one whose last turn was longest ago goes first.
 */
export function createModelTurns(limits: { concurrency: number; concurrencyPerWorkspace?: number }): ModelTurns {
  const places = createPlaces({ total: limits.concurrency, perName: limits.concurrencyPerWorkspace });
  const lastTurns = new Map<string, number>();
  const waiting = new Map<string, Set<string>>();
  let forgotMs = performance.now();
  let turns = 0;
  let share = 0;
  let left = 0;
  let begun = new Map<string, number>();

  function isFree(workspaceId: string): boolean {
    return left > 0 && places.isFree(workspaceId) && (begun.get(workspaceId) ?? 0) < share;
  }

  function remember(workspaceId: string): void {
    turns += 1;
    // Moves the workspace to the end of the map, so that the oldest entry is first.
    lastTurns.delete(workspaceId);
    lastTurns.set(workspaceId, turns);
    const [oldest] = lastTurns.keys();
    if (lastTurns.size > mostRemembered && oldest !== undefined) lastTurns.delete(oldest);
  }

  return {
    round(workspaceIds) {
      if (performance.now() - forgotMs >= forgetMs) {
        waiting.clear();
        forgotMs = performance.now();
      }
      left = limits.concurrency - places.taken();
      share = Math.max(1, Math.ceil(left / Math.max(1, workspaceIds.length)));
      begun = new Map();
      return workspaceIds.toSorted(
        (one, other) =>
          places.taken(one) - places.taken(other) || (lastTurns.get(one) ?? 0) - (lastTurns.get(other) ?? 0),
      );
    },
    isFree,
    take(workspaceId) {
      const leave = places.takeNow(workspaceId);
      if (leave === null) return null;
      left -= 1;
      begun.set(workspaceId, (begun.get(workspaceId) ?? 0) + 1);
      remember(workspaceId);
      return leave;
    },
    waitingOf(workspaceId) {
      const own = waiting.get(workspaceId) ?? new Set();
      waiting.set(workspaceId, own);
      return own;
    },
  };
}
