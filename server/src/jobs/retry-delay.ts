const firstMs = 10_000;
const longestMs = 3_600_000;
const shortestMs = 1_000;

/**
 * Milliseconds until the next attempt after `attempts` failed ones: exponential with full jitter, at most 10 s after
 * the first and doubling up to one hour, never less than a second.
 */
export function retryDelayMs(attempts: number, random: () => number = Math.random): number {
  const ceilingMs = Math.min(longestMs, firstMs * 2 ** (Math.max(attempts, 1) - 1));
  return Math.max(shortestMs, Math.floor(random() * ceilingMs));
}

/** How many failed attempts would have taken that long: whoever waits without trying looks again as seldom as they would. */
export function attemptsWithin(ageMs: number): number {
  return 1 + Math.floor(Math.log2(Math.max(1, ageMs / firstMs)));
}
