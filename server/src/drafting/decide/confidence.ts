import type { Intent, RiskLevel } from '../../domain/decision.ts';
import { hazardIntents } from '../../domain/intents.ts';
import { sigmoid } from '../learned/probabilities.ts';
import { hasBlockingSign } from '../understand/find-hazards.ts';
import type { Understanding } from '../understand/understand.ts';
import weights from './confidence.json' with { type: 'json' };

export interface Judged {
  readonly riskLevel: RiskLevel;
  readonly intent: Intent;
  readonly understanding: Understanding;
  readonly isTopicHit: boolean;
  /**
   * The probability that the chosen items answer the message. `courtesy` is the probability that a friendly line is
   * enough.
   */
  readonly answer: number;
  readonly courtesy: number;
}

/**
 * Returns the probability that a fair human labeler agrees with the risk level, the intent and, for `safe`, the items.
 * The probability is between 0.01 and 0.99, rounded to two decimals. It comes from a logistic regression over the
 * evidence, which is fitted for each risk level on cases from authors that are reserved for this purpose.
 */
export function confidenceOf(judged: Judged): number {
  const own: readonly number[] = weights[judged.riskLevel];
  const sum = confidenceEvidence(judged).reduce((total, value, at) => total + value * (own[at] ?? 0), 0);
  return Math.round(Math.min(0.99, Math.max(0.01, sigmoid(sum))) * 100) / 100;
}

/** Returns the features of a decision, in the order of the weights. */
export function confidenceEvidence({ intent, understanding, isTopicHit, answer, courtesy }: Judged): number[] {
  const { whole, hazards, danger, clauses } = understanding;
  const own = whole.intents.find((entry) => entry.intent === intent)?.score ?? 0;
  const other = Math.max(0, ...whole.intents.filter((entry) => entry.intent !== intent).map(({ score }) => score));
  return [
    1,
    own,
    own - other,
    danger,
    Math.min(1, Math.max(-1, whole.owner)),
    hasBlockingSign(hazards) ? 1 : 0,
    hazards.length > 0 ? 1 : 0,
    answer,
    courtesy,
    Math.min(6, clauses.length) / 6,
    intent === 'unclear' ? 1 : 0,
    hazardIntents.some((category) => category === intent) ? 1 : 0,
    isTopicHit ? 1 : 0,
  ];
}
