export interface RecentWork {
  /** Records that `name` has work now. */
  note(name: string): void;
  /** Whether any other name had work recently. */
  hasOther(than: string): boolean;
}

interface Entry {
  readonly name: string;
  atMs: number;
}

/** Remembers for `keptMs` who had work. Two entries are enough to know whether somebody else did. */
export function createRecentWork(keptMs: number, clock: () => number = () => performance.now()): RecentWork {
  let latest: Entry | null = null;
  let latestOther: Entry | null = null;
  return {
    note(name) {
      if (latest?.name === name) {
        latest.atMs = clock();
        return;
      }
      latestOther = latest;
      latest = { name, atMs: clock() };
    },
    hasOther(than) {
      const other = latest?.name === than ? latestOther : latest;
      return other !== null && clock() - other.atMs <= keptMs;
    },
  };
}
