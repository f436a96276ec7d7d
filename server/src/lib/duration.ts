const unitMs = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;
type Unit = keyof typeof unitMs;

/** A hundred years: longer than any key should live, and well within the range of JavaScript dates. */
const longestMs = 36_525 * unitMs.d;

/**
 * Converts a duration such as `90d`, `24h`, `15m`, `30s` or `2w` to milliseconds. Returns null if the text is not a
 * duration, or if the duration exceeds 100 years.
 */
export function parseDuration(text: string): number | null {
  const match = /^(\d{1,9})\s*([smhdw])$/.exec(text.trim());
  if (match === null) return null;
  // The pattern matches only the letters in `unitMs`.
  const ms = Number(match[1]) * unitMs[match[2] as Unit];
  return ms <= longestMs ? ms : null;
}

/** Formats a duration in the largest unit that gives at least 1, rounded down: `3 d`, `5 h`, `12 min`, `40 s`. */
export function formatDuration(ms: number): string {
  if (ms >= unitMs.d) return `${Math.floor(ms / unitMs.d)} d`;
  if (ms >= unitMs.h) return `${Math.floor(ms / unitMs.h)} h`;
  if (ms >= unitMs.m) return `${Math.floor(ms / unitMs.m)} min`;
  return `${Math.max(0, Math.floor(ms / unitMs.s))} s`;
}
