export interface FairQueue {
  /**
   * Null if it is `name`'s turn now; otherwise a promise that resolves once it is. Every turn must be given back. If
   * `gone` is aborted first, leaves the line without a turn and rejects with its reason.
   */
  take(name: string, gone?: AbortSignal): Promise<void> | null;
  give(name: string): void;
}

/**
 * Lets `atOnce` callers run at a time, and at most `mostOfOne` of one name. Beyond that, each name has its own line,
 * and the lines take turns. A name with many calls waits behind itself, and a name with few waits for at most one turn
 * of each other name.
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
