export interface FairQueue {
  /**
   * Null when it is `name`'s turn now; else resolves once it is. Every turn is given back. Rejects with the reason of `gone`,
   * out of the line and without a turn, when that is aborted before.
   */
  take(name: string, gone?: AbortSignal): Promise<void> | null;
  give(name: string): void;
}

/**
 * Lets `atOnce` go at a time, and at most `mostOfOne` of one name. Beyond that, each name has a line of its own, and the lines take turns: whoever sends much waits
 * behind itself, and who sends little waits for one turn of each other name at most.
 */
export function createFairQueue(atOnce: number, mostOfOne = atOnce): FairQueue {
  let taken = 0;
  const held = new Map<string, number>();
  // In the order of their turns.
  const lines = new Map<string, (() => void)[]>();

  function change(name: string, by: number): void {
    taken += by;
    const left = (held.get(name) ?? 0) + by;
    if (left > 0) held.set(name, left);
    else held.delete(name);
  }

  function mayGo(name: string): boolean {
    return taken < atOnce && (held.get(name) ?? 0) < mostOfOne;
  }

  return {
    take(name, gone) {
      if (mayGo(name)) {
        change(name, 1);
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
    give(from) {
      change(from, -1);
      for (const [name, line] of lines) {
        if (!mayGo(name)) continue;
        lines.delete(name);
        const next = line.shift();
        if (line.length > 0) lines.set(name, line);
        if (next === undefined) continue;
        change(name, 1);
        next();
        return;
      }
    },
  };
}
