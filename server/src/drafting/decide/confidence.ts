import type { Intent, RiskLevel } from '../../domain/decision.ts';
import type { Hazard } from '../understand/find-hazards.ts';
import type { JudgedClause } from './judge-clauses.ts';

/**
 * How far the evidence stands from turning over, 0 to 1, two decimals. Not yet calibrated: it orders decisions of one kind by how
 * plain they are, and is no measured probability.
 */
export function confidenceOf(
  riskLevel: RiskLevel,
  intent: Intent,
  clauses: readonly JudgedClause[],
  hazards: readonly Hazard[],
  isTopicHit: boolean,
): number {
  if (riskLevel === 'blocked') {
    const signs = hazards.filter((hazard) => hazard.level === 'block' && hazard.category === intent).length;
    return round(isTopicHit && signs === 0 ? 0.8 : Math.min(0.95, 0.72 + 0.08 * signs));
  }
  const leads = clauses.filter((clause) => clause.gate !== 'context').map(lead);
  const clarity = leads.length === 0 ? 0 : Math.min(...leads);
  if (riskLevel === 'safe') {
    const matches = clauses.map((clause) => (clause.item === null ? 1 : (clause.candidates[0]?.score ?? 0)));
    return round(Math.min(0.95, 0.5 + 0.2 * clarity + 0.25 * Math.min(1, ...matches)));
  }
  if (intent === 'unclear') return 0.5;
  return round(0.5 + 0.35 * Math.max(0, ...clauses.filter((clause) => clause.intent === intent).map(lead)));
}

/** The probability of the intent of a clause. */
function lead(clause: JudgedClause): number {
  return clause.scores.find((entry) => entry.intent === clause.intent)?.score ?? 0;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
