const firstMs = 10_000;
const longestMs = 3_600_000;

/**
 * Returns the milliseconds until the next attempt after `attempts` failed ones. The maximum delay is 10 s after the
 * first attempt, and doubles after each further attempt, up to one hour. Half of the maximum is fixed and the other
 * half is random, so that twelve attempts always outlast an outage of an hour and a half.
 */
export function retryDelayMs(attempts: number, random: () => number = Math.random): number {
  const ceilingMs = Math.min(longestMs, firstMs * 2 ** (Math.max(attempts, 1) - 1));
  return Math.floor((ceilingMs * (1 + random())) / 2);
}

/**
 * Returns how many failed attempts would have taken `ageMs`. The backoff is then the same for a notification that
 * waited without attempts.
 */
export function attemptsWithin(ageMs: number): number {
  return 1 + Math.floor(Math.log2(Math.max(1, ageMs / firstMs)));
}
