import { featureWords, wordingOf } from '../src/drafting/learned/features.ts';
import { firstTalk, type TalkKind, talkKinds } from '../src/drafting/learned/heads.ts';
import { createScorer, type LinearModel } from '../src/drafting/learned/linear-model.ts';
import { findHints } from '../src/drafting/understand/find-hints.ts';
import { read } from '../src/drafting/understand/read.ts';
import { leastWordsKept, mostEdgeWords } from '../src/drafting/understand/small-talk.ts';
import type { LabelledCase } from './read-cases.ts';
import type { SmallTalk } from './small-talk.ts';

/**
 * The share of remarks that matter, and of questions, of which words may be taken for small talk. Remarks and questions
 * are judged as a whole here, and by clause in the engine. Some of the questions do begin with small talk.
 */
const targets: Readonly<Record<TalkKind, number>> = { aside: 0.03, opener: 0.05, closer: 0.02 };

/**
 * Chooses the limits for small talk on text of authors that the model was not trained on: remarks that may change the
 * answer, and questions that approved items answer. Limits have three decimals.
 */
export function chooseTalkLimits(
  model: LinearModel,
  { remarks }: Pick<SmallTalk, 'remarks'>,
  cases: readonly LabelledCase[],
): Record<TalkKind, number> {
  const scorer = createScorer(model);
  const marginsOf = (
    text: string,
    kind: TalkKind,
    stretches: (words: number) => readonly [number, number][],
  ): number => {
    const { tokens, hazards } = read(text);
    const scores = scorer(wordingOf(featureWords(tokens), findHints(tokens, hazards)));
    const head = firstTalk + talkKinds.indexOf(kind);
    return Math.max(-9, ...stretches(scores.words).map(([from, to]) => scores.margins(from, to)[head] ?? 0));
  };
  const questions = cases
    .filter(({ risk, items }) => risk === 'safe' && items.some((id) => !id.startsWith('ph_')))
    .map(({ message }) => message);
  const edges = (words: number): number[] =>
    Array.from({ length: Math.max(0, Math.min(mostEdgeWords, words - leastWordsKept)) }, (_, at) => at + 1);
  const least = (kind: TalkKind, margins: readonly number[]): number => {
    const sorted = [...margins].sort((a, b) => b - a);
    return Math.ceil(((sorted[Math.floor(sorted.length * targets[kind])] ?? 9) + 1e-6) * 1000) / 1000;
  };
  return {
    aside: least(
      'aside',
      remarks.map((text) => marginsOf(text, 'aside', (words) => [[0, words]])),
    ),
    opener: least(
      'opener',
      questions.map((text) => marginsOf(text, 'opener', (words) => edges(words).map((size) => [0, size]))),
    ),
    closer: least(
      'closer',
      questions.map((text) => marginsOf(text, 'closer', (words) => edges(words).map((size) => [words - size, words]))),
    ),
  };
}
