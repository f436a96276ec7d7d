import { isFullRun } from '../../support/run-length.ts';

/**
 * How many cases a property runs: the number that every test run can afford, five times that in the full run, or what
 * UNDERSTUDY_PROPERTY_FACTOR says times that.
 */
export function propertyRuns(usual: number): number {
  const factor = Number(process.env['UNDERSTUDY_PROPERTY_FACTOR'] ?? (isFullRun ? '5' : '1'));
  return Math.max(1, Math.round(usual * (Number.isFinite(factor) && factor > 0 ? factor : 1)));
}
