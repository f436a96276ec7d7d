export interface FairQueue {
  /**
   * Null when it is `name`'s turn now; else resolves once it is. Every turn is given back. Rejects with the reason of `gone`,
   * out of the line and without a turn, when that is aborted before.
   */
  take(name: string, gone?: AbortSignal): Promise<void> | null;
  give(): void;
}

/**
 * Lets `atOnce` go at a time. Beyond that, each name has a line of its own, and the lines take turns: whoever sends much waits
 * behind itself, and who sends little waits for one turn of each other name at most.
 */
export function createFairQueue(atOnce: number): FairQueue {
  let taken = 0;
  // In the order of their turns.
  const lines = new Map<string, (() => void)[]>();

  return {
    take(name, gone) {
      if (taken < atOnce) {
        taken += 1;
        return null;
      }
      return new Promise((resolve, reject) => {
        gone?.throwIfAborted();
        const turn = () => {
          gone?.removeEventListener('abort', leave);
          resolve();
        };
        const leave = () => {
          const left = (lines.get(name) ?? []).filter((each) => each !== turn);
          if (left.length > 0) lines.set(name, left);
          else lines.delete(name);
          reject(gone?.reason);
        };
        gone?.addEventListener('abort', leave, { once: true });
        const line = lines.get(name);
        if (line === undefined) lines.set(name, [turn]);
        else line.push(turn);
      });
    },
    give() {
      for (const [name, line] of lines) {
        lines.delete(name);
        const next = line.shift();
        if (line.length > 0) lines.set(name, line);
        next?.();
        return;
      }
      taken -= 1;
    },
  };
}
