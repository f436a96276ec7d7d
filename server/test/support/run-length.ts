/** Whether this run is the long one (`npm run test:full`): every repeated fault, attack and property in its full count. */
export const isFullRun = process.env['UNDERSTUDY_TEST_FULL'] === '1';

/** How often a test repeats what it does: `full` times in the full run, `usual` times, which every change can afford, else. */
export function runLength({ usual, full }: { usual: number; full: number }): number {
  return isFullRun ? full : usual;
}
