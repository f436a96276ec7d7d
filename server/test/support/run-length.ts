/**
 * Whether this run is the long one (`npm run test:full`), with the full count of every repeated fault, attack and
 * property.
 */
export const isFullRun = process.env['UNDERSTUDY_TEST_FULL'] === '1';

/**
 * Returns how often a test repeats its work: `full` times in the full run, otherwise `usual` times, which every change
 * can afford.
 */
export function runLength({ usual, full }: { usual: number; full: number }): number {
  return isFullRun ? full : usual;
}
