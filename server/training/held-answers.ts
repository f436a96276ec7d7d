import type { Answer, LikelyItem } from '../src/drafting/answer/find-answer.ts';
import { namesIn } from '../src/drafting/assess.ts';
import { embeddedFinding } from '../src/drafting/decide/finding.ts';
import { type PersonaIndex, readyIndex } from '../src/drafting/retrieve/persona-index.ts';
import { settle } from '../src/drafting/settle.ts';
import { courtesyOf } from '../src/drafting/understand/courtesy.ts';
import type { AnswerCase } from './answer-rows.ts';

/**
 * Returns true if the engine would not send this answer even if the threshold were 0: because of a veto, the guard, an
 * item that is too unlikely even for a proposal, or a friendly line that is more likely to be enough. The thresholds are
 * chosen from the other answers, so they limit the share of wrong answers among those that the engine sends. Dangers in
 * the thread and the understanding come from models that never saw the creator; the courtesy model may have seen the
 * message.
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
