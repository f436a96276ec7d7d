/** How many cases a property runs: UNDERSTUDY_PROPERTY_FACTOR times the number that every test run can afford. */
export function propertyRuns(usual: number): number {
  const factor = Number(process.env['UNDERSTUDY_PROPERTY_FACTOR'] ?? '1');
  return Math.max(1, Math.round(usual * (Number.isFinite(factor) && factor > 0 ? factor : 1)));
}
