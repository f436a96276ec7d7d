import { createDice } from '../src/drafting/learned/dice.ts';
import type { LabelledCase } from './read-cases.ts';
import { type LabelledMessage, readMessages } from './read-messages.ts';
import { mix } from './understanding-examples.ts';

/** One case in this many is joined with another of the creator, and one in this many follows a courtesy. */
const oneOf = { joined: 2, led: 3 } as const;
/** Of the joined cases, one in this many is joined with a question that no item answers. */
const oneUnanswered = 3;

let courtesies: readonly LabelledMessage[] | undefined;

/**
 * Returns messages joined from two messages to one creator: two questions whose items answer both together, a question
 * with one that no item answers, or a question after a courtesy. Authors write few of these, but fans write many. The
 * same seed gives the same messages.
 */
export function joinedCases(cases: readonly LabelledCase[], seed: number): LabelledCase[] {
  const dice = createDice(seed);
  courtesies ??= readMessages('train').filter(({ intent }) => intent === 'praise' || intent === 'greeting');
  const alone = cases.filter(({ history, hazard, risk }) => history === undefined && !hazard && risk !== 'blocked');
  const answered = alone.filter(({ risk, items }) => risk === 'safe' && items.length > 0 && !isPhrase(items[0] ?? ''));
  const open = alone.filter(({ risk }) => risk === 'review');
  const pick = <One>(list: readonly One[]): One | undefined => list[dice.below(Math.max(1, list.length))];
  return answered.flatMap((one) => {
    const made: LabelledCase[] = [];
    if (dice.below(oneOf.joined) === 0) {
      const isOpen = dice.below(oneUnanswered) === 0;
      const other = pick(isOpen ? open : answered);
      if (other !== undefined && other !== one) {
        const items = isOpen ? [] : [...new Set([...one.items, ...other.items])];
        made.push(withText(one, mix(one.message, other.message, dice), isOpen ? 'review' : 'safe', items));
      }
    }
    const lead = dice.below(oneOf.led) === 0 ? pick(courtesies ?? []) : undefined;
    if (lead !== undefined) made.push(withText(one, mix(one.message, lead.text, dice), 'safe', one.items));
    return made;
  });
}

function isPhrase(id: string): boolean {
  return id.startsWith('ph_');
}

function withText(one: LabelledCase, message: string, risk: 'safe' | 'review', items: readonly string[]): LabelledCase {
  return { ...one, message, risk, items, input: { ...one.input, message } };
}
