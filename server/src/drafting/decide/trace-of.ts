import type { LikelyItem } from '../answer/find-answer.ts';
import { itemFeatures } from '../answer/item-features.ts';
import { understandingModel } from '../learned/understanding-model.ts';
import type { Understanding } from '../understand/understand.ts';
import type { Finding } from './finding.ts';
import type { PastHazard } from './past-hazards.ts';
import type { TopicHit } from './topics.ts';

interface TraceInput {
  readonly understanding: Understanding;
  readonly finding: Finding;
  readonly past: readonly PastHazard[];
  readonly topics: readonly TopicHit[];
  readonly decidedBy: string;
}

/**
 * Formats the understanding and the findings for the trace, with each candidate next to the clause that supports it
 * most.
 */
export function traceOf({ understanding, finding, past, topics, decidedBy }: TraceInput) {
  const { language, tokens, danger, whole } = understanding;
  const { chosen, wanted, candidates: found, probability, least } = finding;
  const clauseOf = ({ view }: LikelyItem): number =>
    Math.max(
      0,
      understanding.clauses.findIndex(({ from }) => from === (view.view.clause?.from ?? 0)),
    );
  const isPassed = decidedBy.startsWith('safe');
  return {
    engine: 'embedded',
    version: 2,
    language: { found: language.found, expected: [...language.expected], isUnderstood: language.isUnderstood },
    clauses: understanding.clauses.map((clause, at) => {
      const candidates = found.filter((candidate) => clauseOf(candidate) === at);
      const own = chosen.find((candidate) => clauseOf(candidate) === at);
      return {
        start: clause.start,
        end: clause.end,
        intent: clause.intent,
        act: clause.act,
        scores: clause.scores.map(({ intent, score }) => ({ intent, score: rounded(score) })),
        gate: clause.gate,
        candidates: candidates.map((candidate) => ({
          id: candidate.item.id,
          score: rounded(candidate.probability),
          coverage: rounded(candidate.features[coverageAt] ?? 0),
          lack: chosen.includes(candidate) ? '' : 'unlikely',
        })),
        itemId: own?.item.id ?? null,
        ...(clause.core === null ? { isSmallTalk: true } : {}),
        outcome: isPassed ? 'passed' : decidedBy,
      };
    }),
    hazards: understanding.hazards.map((hazard) => ({ ...hazard })),
    danger: rounded(danger),
    risks: understanding.risks.map(({ category, level, view, from, to }) => ({
      category,
      level,
      view,
      start: tokens[from]?.start ?? 0,
      end: tokens[to - 1]?.end ?? 0,
    })),
    whole: {
      scores: whole.intents.slice(0, 3).map(({ intent, score }) => ({ intent, score: rounded(score) })),
      automatic: rounded(whole.automatic),
    },
    history: past.map(({ index, category, rule }) => ({ index, category, rule })),
    topics: topics.map(({ list, index }) => ({ list, index })),
    thresholds: { danger: understandingModel().notes.danger.hold, ...least },
    answer: { items: wanted.map(({ item }) => item.id), probability: rounded(probability) },
  };
}

const coverageAt = itemFeatures.indexOf('words covered, view');

/** Rounds to three decimals, the precision of numbers in a trace. */
export function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
