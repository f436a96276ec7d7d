import type { HistoryMessage } from '../../domain/conversation.ts';
import { exp } from '../learned/probabilities.ts';
import type { PersonaIndex } from '../retrieve/persona-index.ts';
import type { Understanding } from '../understand/understand.ts';
import { type Alignment, likenessWeights, type ViewEvidence } from './read-views.ts';
import type { TaughtClassifier } from './taught-classifier.ts';
import { asks } from './views.ts';

export interface EvidenceInput {
  readonly index: PersonaIndex;
  readonly classifier: TaughtClassifier | null;
  readonly places: Alignment;
  readonly understanding: Understanding;
  readonly history: readonly HistoryMessage[];
  readonly views: readonly ViewEvidence[];
}

export type SharedEvidence = ReturnType<typeof sharedEvidence>;

/** Returns the evidence that is the same for all candidate items of a message. */
export function sharedEvidence(
  { understanding, history, views }: EvidenceInput,
  scored: readonly { at: number }[],
  average: number,
) {
  const [whole] = views;
  const asking = views.filter(({ view }) => view.kind === 'clause' && view.clause !== undefined && asks(view.clause));
  const tops = asking.map((view) => {
    let best = scored[0]?.at ?? 0;
    for (const { at } of scored) if (likely(view, at) > likely(view, best)) best = at;
    return best;
  });
  let spread = 0;
  for (const value of whole?.taught ?? []) spread -= exp(value) * value;
  const before = history.findLast(({ direction }) => direction === 'inbound');
  const { intents } = understanding.whole;
  const chanceOf = (name: string): number => intents.find(({ intent }) => intent === name)?.score ?? 0;
  return {
    whole: whole as ViewEvidence, // If there is no candidate, candidatesOf returns before this point.
    asking,
    tops,
    spread,
    average,
    praise: chanceOf('praise'),
    unclear: chanceOf('unclear'),
    anyNearMiss: Math.max(0, ...views.map(({ nearMisses }) => Math.max(0, ...nearMisses))),
    pointsBack: understanding.tokens.some(({ word }) => pointers.has(word)) ? 1 : 0,
    isThread: before === undefined ? 0 : 1,
    clauses: understanding.clauses.length,
    asked: understanding.clauses.filter(({ isAsked }) => isAsked).length,
  };
}

function likely({ taught, texts }: ViewEvidence, at: number): number {
  return (taught[at] ?? 0) + likenessWeights.text * (texts[at] ?? 0);
}

const pointers = new Set('it its this that these those one ones they them'.split(' '));
