import { isFullRun } from '../../support/run-length.ts';

/**
 * Returns the number of cases for a property: `usual`, five times that in the full run, or `usual` times
 * UNDERSTUDY_PROPERTY_FACTOR.
 */
export function propertyRuns(usual: number): number {
  const factor = Number(process.env['UNDERSTUDY_PROPERTY_FACTOR'] ?? (isFullRun ? '5' : '1'));
  return Math.max(1, Math.round(usual * (Number.isFinite(factor) && factor > 0 ? factor : 1)));
}
