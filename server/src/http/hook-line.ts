export interface HookLine {
  /**
   * How long another delivery to the receiver would wait, in milliseconds, if that is too long to let it wait; otherwise
   * null.
   */
  tooLongMs(receiverId: string): number | null;
  /** Does the work of a delivery, which counts as unanswered until it ends. */
  run<Result>(receiverId: string, work: () => Promise<Result>): Promise<Result>;
}

interface Line {
  /** When each unanswered delivery came, the oldest first. */
  readonly since: Set<{ readonly atMs: number }>;
  /** Null before the first end. */
  lastEndedMs: number | null;
  /** The recent time between two ends. */
  gapMs: number;
}

const mostWaitMs = 3_000;
/** So few deliveries never count as a flood. */
const leastInLine = 16;
/** How many ends the recent time covers. */
const recentEnds = 32;

/**
 * Bounds how long the deliveries of one receiver wait. They are taken in the order of their arrival, so the next one
 * waits at least as long as the oldest one already has, and as long as those before it need at their recent pace.
 */
export function createHookLine(clock: () => number = () => performance.now()): HookLine {
  const lines = new Map<string, Line>();
  return {
    tooLongMs(receiverId) {
      const line = lines.get(receiverId);
      if (line === undefined || line.since.size < leastInLine) return null;
      const [oldest] = line.since;
      const waitedMs = oldest === undefined ? 0 : clock() - oldest.atMs;
      const waitMs = Math.max(waitedMs, line.since.size * line.gapMs);
      return waitMs > mostWaitMs ? waitMs : null;
    },
    async run(receiverId, work) {
      const line = lines.get(receiverId) ?? { since: new Set(), lastEndedMs: null, gapMs: 0 };
      const entry = { atMs: clock() };
      line.since.add(entry);
      lines.set(receiverId, line);
      try {
        return await work();
      } finally {
        line.since.delete(entry);
        const nowMs = clock();
        if (line.lastEndedMs !== null) line.gapMs += (nowMs - line.lastEndedMs - line.gapMs) / recentEnds;
        line.lastEndedMs = nowMs;
        if (line.since.size === 0) lines.delete(receiverId);
      }
    },
  };
}
