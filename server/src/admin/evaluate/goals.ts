import type { ProfileDocument } from '../../domain/workspace-document.ts';
import { phrasesTaught } from './item-figures.ts';
import type { CaseResult } from './run-cases.ts';

/** The goals that depend on the number of training phrases; null for a figure without a goal. */
export interface Goals {
  readonly automation: number;
  readonly wrong: number;
  readonly rightReply: number | null;
  readonly suggested: number | null;
}

const byTeaching: readonly (Goals & { readonly from: number })[] = [
  { from: 46, automation: 0.65, wrong: 0.03, rightReply: 0.82, suggested: 0.94 },
  { from: 10, automation: 0.38, wrong: 0.04, rightReply: 0.65, suggested: 0.86 },
  { from: 0, automation: 0.12, wrong: 0.05, rightReply: 0.35, suggested: 0.57 },
];

/** Returns the goals for the average number of phrases per item in these cases' profiles. */
export function goalsFor(results: readonly CaseResult[]): Goals {
  const phrases = meanPhrases(results);
  const found = byTeaching.find(({ from }) => phrases >= from);
  if (found === undefined) throw new Error('there are no goals for evaluations without phrases');
  return found;
}

/** Returns the goals for the messages of an ordinary day, most of which are simple. */
export function ordinaryGoalsFor(results: readonly CaseResult[]): Goals {
  return { automation: meanPhrases(results) >= 10 ? 0.7 : 0.45, wrong: 0.03, rightReply: null, suggested: null };
}

function meanPhrases(results: readonly CaseResult[]): number {
  const profiles = new Set<ProfileDocument>(results.map(({ one }) => one.profile));
  const counts = [...profiles].flatMap(({ persona = {} }) => phrasesTaught(persona).map(({ phrases }) => phrases));
  return counts.reduce((sum, count) => sum + count, 0) / Math.max(1, counts.length);
}
