/**
 * True in the long run (`npm run test:full`), which uses the full count of every repeated fault, attack and property.
 */
export const isFullRun = process.env['UNDERSTUDY_TEST_FULL'] === '1';

/**
 * Returns how often a test repeats its work: `full` times in the full run, otherwise `usual` times, which is quick
 * enough for every change.
 */
export function runLength({ usual, full }: { usual: number; full: number }): number {
  return isFullRun ? full : usual;
}

/**
 * Returns the seed of random input: the one in UNDERSTUDY_FUZZ_SEED, a new one in the full run, otherwise always the
 * same, so that a change is not rejected because of an input that it has nothing to do with.
 */
export function inputSeed(): number {
  const given = process.env['UNDERSTUDY_FUZZ_SEED'];
  if (given !== undefined) return Number(given);
  return isFullRun ? Date.now() % 1_000_000 : 1;
}
