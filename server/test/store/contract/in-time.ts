/**
 * Returns what the first attempt that took less than the given time found. A busy machine may be too slow for one that
 * depends on a moment shortly before a limit.
 */
export async function inTime<Found>(limitMs: number, attempt: () => Promise<Found>): Promise<Found> {
  for (;;) {
    const startedMs = performance.now();
    const found = await attempt();
    if (performance.now() - startedMs < limitMs) return found;
  }
}
