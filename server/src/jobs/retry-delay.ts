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
