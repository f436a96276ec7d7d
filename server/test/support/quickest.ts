/**
 * Measures up to `rounds` times, until the result is less than `enough`, and returns the least. A busy machine makes
 * some of the rounds slow; slow code makes all of them slow.
 */
export async function leastOf(
  enough: number,
  measure: (round: number) => number | Promise<number>,
  rounds = 10,
): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds && least >= enough; round += 1) least = Math.min(least, await measure(round));
  return least;
}

/** Returns the least time, in milliseconds, that `work` took in up to ten rounds. It runs until one takes less than `limitMs`. */
export function quickestMs(limitMs: number, work: () => Promise<unknown>): Promise<number> {
  return leastOf(limitMs, async () => {
    const startedAt = performance.now();
    await work();
    return performance.now() - startedAt;
  });
}
