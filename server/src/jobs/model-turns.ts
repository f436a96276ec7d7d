import { createPlaces, type Leave } from '../lib/turns/places.ts';

/** Shares the places for drafts that a language model reads between the workspaces that want them. */
export interface ModelTurns {
  /** Begins a round, and returns its workspaces in the order of their turns. */
  round(workspaceIds: readonly string[]): string[];
  /** Whether the workspace may begin another draft in this round. */
  isFree(workspaceId: string): boolean;
  /** Takes a place for a draft. Null if none is free. */
  take(workspaceId: string): Leave | null;
  /** The workspace's threads that found no free place, for the caller to keep. It is empty again every 5 seconds. */
  waitingOf(workspaceId: string): Set<string>;
}

/** How long the list of waiting threads is kept, because a thread may have changed and may no longer need a place. */
const forgetMs = 5_000;
const mostRemembered = 10_000;

/**
 * In a round, each workspace may take an equal part of the free places. Those with the fewest drafts in progress go
 * first. Among these, those whose last turn was longest ago go first.
 */
export function createModelTurns(limits: { concurrency: number; concurrencyPerWorkspace?: number }): ModelTurns {
  const places = createPlaces({ total: limits.concurrency, perName: limits.concurrencyPerWorkspace });
  const lastTurns = new Map<string, number>();
  const waiting = new Map<string, Set<string>>();
  let forgotMs = performance.now();
  let turns = 0;
  let share = 0;
  let begun = new Map<string, number>();

  function isFree(workspaceId: string): boolean {
    return places.isFree(workspaceId) && (begun.get(workspaceId) ?? 0) < share;
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
      const left = limits.concurrency - places.taken();
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
