import { intents } from '../src/domain/decision.ts';
import { indexOf } from '../src/drafting/retrieve/persona-index.ts';
import { readQuestion } from '../src/drafting/retrieve/question.ts';
import { rankFeatures, rankRows } from '../src/drafting/retrieve/rank-features.ts';
import { normalise } from '../src/drafting/text/normalise.ts';
import { tokens } from '../src/drafting/text/tokens.ts';
import { fitRanker, type RankList } from './rank-train.ts';
import type { LabelledCase } from './read-cases.ts';

/**
 * Fits the weights of the features that an approved text shares with a question, on messages that exactly one item
 * answers.
 */
export function fitRank(cases: readonly LabelledCase[]): number[] {
  const lists = cases.flatMap((one): RankList[] => {
    const [id] = one.items;
    if (one.risk !== 'safe' || one.items.length !== 1 || id === undefined || one.history !== undefined) return [];
    const index = indexOf(one.input.persona);
    const right = index.items.findIndex((item) => item.id === id);
    const intent = intents.find((name) => name === one.intent);
    if (right < 0 || intent === undefined) return [];
    const list = tokens(normalise(one.message));
    return [{ items: rankRows(index, readQuestion(index, list, 0, list.length, intent, one.input.now)), right }];
  });
  return fitRanker(
    lists,
    rankFeatures.map(() => 0),
    0.002,
  );
}
