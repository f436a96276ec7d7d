/** Frees a place. Further calls do nothing. */
export type Leave = () => void;

export interface Places {
  /** Takes a place if one is free for `name` now; otherwise returns null. */
  takeNow(name: string): Leave | null;
  /**
   * Waits for a place. If `gone` is aborted first, leaves the line without a place and rejects with the abort reason.
   */
  take(name: string, gone?: AbortSignal): Promise<Leave>;
  isFree(name: string): boolean;
  /** Returns how many places are taken: by `name`, or in total if `name` is omitted. */
  taken(name?: string): number;
  /** Returns how many callers are waiting. */
  waiting(): number;
}

/**
 * Creates `total` places, of which one name may take at most `perName`. Waiting callers form one line per name, and the
 * lines take turns. A name with many calls delays mainly its own calls: every other name waits for at most one turn of
 * each name in line.
 */
export function createPlaces({ total, perName = total }: { total: number; perName?: number }): Places {
  const taken = new Map<string, number>();
  /** The waiting callers by name, in the order of their turns. */
  const lines = new Map<string, (() => void)[]>();
  let inAll = 0;

  function change(name: string, by: number): void {
    inAll += by;
    const left = (taken.get(name) ?? 0) + by;
    if (left > 0) taken.set(name, left);
    else taken.delete(name);
  }

  function isFree(name: string): boolean {
    return inAll < total && (taken.get(name) ?? 0) < perName;
  }

  function enter(name: string): Leave {
    change(name, 1);
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      change(name, -1);
      letNextIn();
    };
  }

  function letNextIn(): void {
    for (const [name, line] of lines) {
      if (!isFree(name)) continue;
      lines.delete(name);
      const next = line.shift();
      if (line.length > 0) lines.set(name, line);
      next?.();
      return;
    }
  }

  return {
    isFree,
    taken: (name) => (name === undefined ? inAll : (taken.get(name) ?? 0)),
    waiting: () => [...lines.values()].reduce((sum, line) => sum + line.length, 0),
    takeNow: (name) => (isFree(name) ? enter(name) : null),
    async take(name, gone) {
      if (isFree(name)) return enter(name);
      gone?.throwIfAborted();
      return new Promise((resolve, reject) => {
        const turn = () => {
          gone?.removeEventListener('abort', giveUp);
          resolve(enter(name));
        };
        const giveUp = () => {
          const left = (lines.get(name) ?? []).filter((each) => each !== turn);
          if (left.length > 0) lines.set(name, left);
          else lines.delete(name);
          reject(gone?.reason);
        };
        gone?.addEventListener('abort', giveUp, { once: true });
        const line = lines.get(name);
        if (line === undefined) lines.set(name, [turn]);
        else line.push(turn);
      });
    },
  };
}
