/** Time that advances only when nothing else can run, and the order in which waiting tasks continue. */
export interface Scheduler {
  /** Returns the milliseconds since the start. */
  now(): number;
  /** Resolves after this time, or never if its owner has crashed. */
  sleep(ms: number, owner?: object): Promise<void>;
  /** Calls the function repeatedly, on behalf of the current owner, until the returned function is called. */
  every(ms: number, work: () => void): () => void;
  /** Prevents all current and future tasks of `owner` from continuing. */
  drop(owner: object): void;
  /**
   * Runs until `isOver` returns true, nothing is waiting, or `mostSteps` steps were taken. Returns the number of steps.
   */
  run(isOver: () => boolean, mostSteps: number): Promise<number>;
}

interface Waiting {
  readonly dueMs: number;
  readonly number: number;
  readonly owner: object | null;
  go(): void;
}

export function createScheduler(): Scheduler {
  let nowMs = 0;
  let last = 0;
  let waiting: Waiting[] = [];
  let current: object | null = null;
  const dropped = new WeakSet<object>();

  function add(ms: number, owner: object | null, go: () => void): void {
    if (owner !== null && dropped.has(owner)) return;
    last += 1;
    waiting.push({ dueMs: nowMs + Math.max(0, ms), number: last, owner, go });
  }

  function takeNext(): Waiting | null {
    let best: Waiting | null = null;
    for (const each of waiting) {
      if (best === null || each.dueMs < best.dueMs || (each.dueMs === best.dueMs && each.number < best.number))
        best = each;
    }
    if (best !== null) waiting.splice(waiting.indexOf(best), 1);
    return best;
  }

  return {
    now: () => nowMs,
    sleep: (ms, owner) => new Promise((resolve) => add(ms, owner ?? null, resolve)),
    every(ms, work) {
      const owner = current;
      let isOver = false;
      const again = () => {
        if (isOver) return;
        work();
        add(ms, owner, again);
      };
      add(ms, owner, again);
      return () => {
        isOver = true;
      };
    },
    drop(owner) {
      dropped.add(owner);
      waiting = waiting.filter((each) => each.owner !== owner);
    },
    async run(isOver, mostSteps) {
      for (let step = 0; step < mostSteps; step += 1) {
        if (isOver()) return step;
        const next = takeNext();
        if (next === null) return step;
        nowMs = Math.max(nowMs, next.dueMs);
        current = next.owner;
        next.go();
        // Everything that can run without waiting runs before the next task.
        await new Promise((resolve) => setImmediate(resolve));
      }
      return mostSteps;
    },
  };
}
