import { createDice } from '../src/drafting/learned/dice.ts';
import { inputOf, type LabelledCase } from './read-cases.ts';
import { earlierExchanges, readSmallTalk, type SmallTalk, withSmallTalk } from './small-talk.ts';

/** One case in this many gets an additional copy in a thread, and so does one copy with small talk in this many. */
const oneThreaded = 4;
/** One case in this many has no copy with small talk. */
const onePlain = 6;

/**
 * Returns copies of cases as fans send them on ordinary days: with small talk around the question, or after other
 * questions in a thread. Authors of difficult messages write few of these. The labels stay the same, because neither
 * changes what is asked. The same seed gives the same cases.
 */
export function everydayCases(cases: readonly LabelledCase[], seed: number): LabelledCase[] {
  const dice = createDice(seed);
  const alone = cases.filter(({ history, hazard, risk }) => history === undefined && !hazard && risk !== 'blocked');
  const answered = alone.filter(({ risk, items }) => risk === 'safe' && items.length > 0);
  const questions = alone.filter(({ risk, items }) => risk === 'review' || items.some((id) => !id.startsWith('ph_')));
  return questions.flatMap((one) => {
    const others = answered.filter((other) => other !== one);
    const { displayName, persona } = one.input;
    const copyOf = (message: string, isThreaded: boolean): LabelledCase => {
      const copy = { ...one, message, history: isThreaded ? earlierExchanges(others, persona, dice) : [] };
      return { ...copy, input: inputOf(copy, displayName, persona) };
    };
    const made: LabelledCase[] = [];
    if (dice.below(onePlain) > 0)
      made.push(copyOf(withUnseenTalk(one.message, displayName, dice), dice.below(oneThreaded) === 0));
    if (dice.below(oneThreaded) === 0) made.push(copyOf(one.message, true));
    return made;
  });
}

let talk: SmallTalk | undefined;

/**
 * Returns a message with small talk by an author that the heads for small talk never saw. Models that use what these
 * heads find must learn from such messages: the heads leave out the small talk that they know too reliably, and a model
 * that has seen only this would distrust the small talk of strangers.
 */
export function withUnseenTalk(message: string, displayName: string, dice: ReturnType<typeof createDice>): string {
  // The validation author wrote only a few adverbs, and no head learns adverbs.
  talk ??= { ...readSmallTalk('validation'), adverbs: readSmallTalk('train').adverbs };
  return withSmallTalk(message, displayName, dice, talk);
}
