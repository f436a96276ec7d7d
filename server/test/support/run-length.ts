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
