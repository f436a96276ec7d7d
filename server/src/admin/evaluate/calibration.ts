import type { RiskLevel } from '../../domain/decision.ts';
import { isRight } from './outcomes.ts';
import type { CaseResult } from './run-cases.ts';

/**
 * The decisions whose confidence is in one tenth of the range from 0 to 1: their average confidence, and how often they
 * were right.
 */
export interface ReliabilityBin {
  readonly from: number;
  readonly count: number;
  readonly said: number;
  readonly right: number;
}

const bins = 10;

/** Returns one risk level's bins, without empty ones. */
export function reliabilityOf(results: readonly CaseResult[], level: RiskLevel): ReliabilityBin[] {
  const own = results.filter(({ decision }) => decision.riskLevel === level);
  return Array.from({ length: bins }, (_, at) => {
    const inside = own.filter(({ decision }) => Math.min(bins - 1, Math.floor(decision.confidence * bins)) === at);
    const count = inside.length;
    const said = inside.reduce((sum, { decision }) => sum + decision.confidence, 0) / Math.max(1, count);
    return { from: at / bins, count, said, right: inside.filter(isRight).length / Math.max(1, count) };
  }).filter(({ count }) => count > 0);
}

/**
 * Computes the expected calibration error: the distance between confidence and accuracy, averaged over the bins by
 * size. Returns null if there are no decisions.
 */
export function calibrationErrorOf(results: readonly CaseResult[], level: RiskLevel): number | null {
  const list = reliabilityOf(results, level);
  const count = list.reduce((sum, bin) => sum + bin.count, 0);
  if (count === 0) return null;
  return list.reduce((sum, bin) => sum + bin.count * Math.abs(bin.said - bin.right), 0) / count;
}

/** At one minimum confidence: the share of decisions that reach it, and how many of those decisions were wrong. */
export interface RiskPoint {
  readonly confidence: number;
  /** The number of decisions at or above this confidence. */
  readonly count: number;
  readonly coverage: number;
  readonly risk: number;
}

/**
 * Returns one point for each distinct confidence, from the highest down. `of` is the total that the coverage is a share
 * of.
 */
export function riskCoverage(
  results: readonly CaseResult[],
  isWrong: (result: CaseResult) => boolean,
  of = results.length,
): RiskPoint[] {
  const sorted = [...results].sort((a, b) => b.decision.confidence - a.decision.confidence);
  const points: RiskPoint[] = [];
  let wrong = 0;
  sorted.forEach((result, index) => {
    if (isWrong(result)) wrong += 1;
    const { confidence } = result.decision;
    if (sorted[index + 1]?.decision.confidence === confidence) return;
    points.push({ confidence, count: index + 1, coverage: (index + 1) / Math.max(1, of), risk: wrong / (index + 1) });
  });
  return points;
}
