import type { Answer, LikelyItem } from '../src/drafting/answer/find-answer.ts';
import { namesIn } from '../src/drafting/assess.ts';
import { embeddedFinding } from '../src/drafting/decide/finding.ts';
import { type PersonaIndex, readyIndex } from '../src/drafting/retrieve/persona-index.ts';
import { settle } from '../src/drafting/settle.ts';
import { courtesyOf } from '../src/drafting/understand/courtesy.ts';
import type { AnswerCase } from './answer-rows.ts';

/**
 * Returns true if the engine would not send this answer to the message even if its probability reached the threshold:
 * because of a veto, or because a friendly line is enough. The thresholds are chosen from the other answers, so they
 * limit the share of wrong answers among those that the engine sends.
 */
export async function wouldHold({ one, understanding, past }: AnswerCase, answer: Answer): Promise<boolean> {
  const { input } = one;
  const index = await readyIndex(input.persona);
  const whole = {
    ...answer,
    chosen: withWholeItems(answer.chosen, index),
    candidates: withWholeItems(answer.candidates, index),
  };
  const courtesy = courtesyOf(understanding);
  const finding = embeddedFinding(whole, courtesy);
  if (finding.courtesy.isEnough) return true;
  const passed = { ...finding, least: { ...finding.least, answer: 0 } };
  const assessment = { index, ownNames: namesIn(input.displayName), understanding, answer: whole, courtesy, past };
  return settle(input, assessment, passed).decision.riskLevel !== 'safe';
}

/** Returns the list with the items of the index. Items from another thread lack the properties that are computed late. */
function withWholeItems(list: readonly LikelyItem[], index: PersonaIndex): LikelyItem[] {
  return list.flatMap((likely) => {
    const item = index.items.find(({ id }) => id === likely.item.id);
    return item === undefined ? [] : [{ ...likely, item }];
  });
}
