import { ModelFailure } from '../domain/language-model.ts';

interface Waiting {
  readonly go: () => void;
  isOver: boolean;
}

export interface Places {
  /**
   * Waits for a place until the deadline (of `performance.now()`). Call the returned function to free it. @throws
   * ModelFailure `busy`
   */
  take(workspaceId: string, deadlineMs: number): Promise<() => void>;
  /** How many callers hold a place. */
  taken(): number;
  /** How many callers wait for one. */
  waiting(): number;
}

/**
 * A fixed number of places, with a maximum per workspace. Waiting workspaces take turns, regardless of their number of
 * calls.
 */
export function createPlaces(limits: {
  readonly concurrency: number;
  readonly concurrencyPerWorkspace: number;
}): Places {
  const taken = new Map<string, number>();
  /** In the order of their turns. */
  const queues = new Map<string, Waiting[]>();
  let inAll = 0;

  function isFree(workspaceId: string): boolean {
    return inAll < limits.concurrency && (taken.get(workspaceId) ?? 0) < limits.concurrencyPerWorkspace;
  }

  function enter(workspaceId: string): void {
    inAll += 1;
    taken.set(workspaceId, (taken.get(workspaceId) ?? 0) + 1);
  }

  function leaveOf(workspaceId: string): () => void {
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      inAll -= 1;
      const left = (taken.get(workspaceId) ?? 1) - 1;
      if (left === 0) taken.delete(workspaceId);
      else taken.set(workspaceId, left);
      admit();
    };
  }

  function admit(): void {
    for (const [workspaceId, queue] of queues) {
      if (inAll >= limits.concurrency) return;
      if (!isFree(workspaceId)) continue;
      const next = nextOf(queue);
      queues.delete(workspaceId);
      if (queue.length > 0) queues.set(workspaceId, queue);
      if (next === undefined) continue;
      enter(workspaceId);
      next.go();
    }
  }

  function nextOf(queue: Waiting[]): Waiting | undefined {
    for (;;) {
      const next = queue.shift();
      if (next === undefined || !next.isOver) return next;
    }
  }

  return {
    taken: () => inAll,
    waiting: () => [...queues.values()].reduce((sum, queue) => sum + queue.filter(({ isOver }) => !isOver).length, 0),
    async take(workspaceId, deadlineMs) {
      const leave = leaveOf(workspaceId);
      if (isFree(workspaceId) && !queues.has(workspaceId)) {
        enter(workspaceId);
        return leave;
      }
      await new Promise<void>((resolve, reject) => {
        const waiting: Waiting = {
          isOver: false,
          go: () => {
            clearTimeout(timer);
            resolve();
          },
        };
        const timer = setTimeout(
          () => {
            waiting.isOver = true;
            reject(new ModelFailure('busy'));
          },
          Math.max(0, deadlineMs - performance.now()),
        );
        const queue = queues.get(workspaceId);
        if (queue === undefined) queues.set(workspaceId, [waiting]);
        else queue.push(waiting);
        admit();
      });
      return leave;
    },
  };
}
