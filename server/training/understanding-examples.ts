import { type Intent, intents } from '../src/domain/decision.ts';
import { type Features, featuresOf, featureWords } from '../src/drafting/learned/features.ts';
import { firstAct, firstRisk, hazardIntents } from '../src/drafting/learned/heads.ts';
import { acts } from '../src/drafting/policy-table.ts';
import { findHints } from '../src/drafting/understand/find-hints.ts';
import { read } from '../src/drafting/understand/read.ts';
import { createDice } from './dice.ts';
import type { LabelledMessage } from './read-messages.ts';
import type { TopicPhrase } from './read-topics.ts';
import type { Example } from './train-linear.ts';

export interface UnderstandingExample extends Example {
  /** Which groups of heads it teaches: a made-up mixture of two messages says nothing of the act. */
  readonly teaches: { readonly intents: boolean; readonly acts: boolean };
}

export function featuresOfText(text: string): Features {
  const { tokens, hazards } = read(text);
  return featuresOf(featureWords(tokens), findHints(tokens, hazards));
}

/**
 * Each message as it is, many once more with a slip of the finger, every hazard once more beside a harmless message, and
 * harmless ones in pairs: what is said first or last must not hide the rest.
 */
export function understandingExamples(messages: readonly LabelledMessage[]): UnderstandingExample[] {
  const dice = createDice(7);
  const isHazard = ({ intent }: LabelledMessage): boolean => hazardIntents.some((hazard) => hazard === intent);
  const harmless = messages.filter((message) => !isHazard(message) && message.intent !== 'unclear');
  const openers = harmless.filter(({ intent }) => intent === 'greeting' || intent === 'praise');
  const others = harmless.filter(({ intent }) => intent !== 'greeting' && intent !== 'praise');
  const pick = (list: readonly LabelledMessage[]): LabelledMessage | undefined =>
    list[dice.below(Math.max(1, list.length))];
  return messages.flatMap((message) => {
    const list = [example(message, message.text, true, true)];
    if (dice.below(2) === 0) list.push(example(message, mistype(message.text, dice), true, true));
    const beside = isHazard(message) ? pick(harmless) : others.includes(message) ? pick(openers) : undefined;
    if (beside !== undefined && (isHazard(message) || dice.below(3) === 0))
      list.push(example(message, mix(message.text, beside.text, dice), true, false));
    const second = others.includes(message) && dice.below(3) === 0 ? pick(others) : undefined;
    if (second !== undefined) list.push(example(message, mix(message.text, second.text, dice), false, false));
    return list;
  });
}

/** Fans' questions of the topics: harmless, and of the intent that `intentOf` tells, at most `most` of each. */
export function topicExamples(
  phrases: readonly TopicPhrase[],
  intentOf: (topic: string) => Intent | null,
  most: number,
): UnderstandingExample[] {
  const questions = phrases
    .filter(({ isFact }) => !isFact)
    .map(({ text, topic }) => ({ text, intent: intentOf(topic) }));
  return [...intents, null].flatMap((intent) => {
    const own = questions.filter((question) => question.intent === intent);
    // Evenly over authors and topics, which stand one behind the other.
    const chosen = own.filter(
      (_, at) => Math.floor((at * most) / own.length) !== Math.floor(((at - 1) * most) / own.length),
    );
    return (own.length > most ? chosen : own).map(({ text }) => ({
      features: featuresOfText(text),
      positive: new Set(intent === null ? [] : [intents.indexOf(intent)]),
      teaches: { intents: intent !== null, acts: false },
    }));
  });
}

function example(message: LabelledMessage, text: string, ofIntents: boolean, ofActs: boolean): UnderstandingExample {
  const positive = new Set([intents.indexOf(message.intent)]);
  if (message.act !== null) positive.add(firstAct + acts.indexOf(message.act));
  const risk = (hazardIntents as readonly string[]).indexOf(message.intent); // any string may be looked for
  if (risk >= 0) positive.add(firstRisk + risk);
  const isPlain = risk < 0 && !['greeting', 'praise', 'unclear'].includes(message.intent);
  return {
    features: featuresOfText(text),
    positive,
    teaches: { intents: ofIntents, acts: ofActs && isPlain && message.act !== null },
  };
}

/** Two messages in one, in either order, joined as people join what they say. */
export function mix(one: string, two: string, dice: { below(limit: number): number }): string {
  const joint = [' ', '. ', '\n', ', ', ' and '][dice.below(5)] ?? ' ';
  return dice.below(2) === 0 ? `${one}${joint}${two}` : `${two}${joint}${one}`;
}

/** One or two longer words with a letter dropped, doubled or swapped with the next. */
function mistype(text: string, dice: { below(limit: number): number }): string {
  const words = text.split(' ');
  for (let slips = 1 + dice.below(2); slips > 0; slips--) {
    const at = dice.below(words.length);
    const word = words[at] ?? '';
    if (word.length < 4) continue;
    const place = 1 + dice.below(word.length - 2);
    const kind = dice.below(3);
    const [before, letter, next] = [word.slice(0, place), word.charAt(place), word.charAt(place + 1)];
    const after = word.slice(place + 2);
    words[at] = before + (kind === 0 ? next : kind === 1 ? letter + letter + next : next + letter) + after;
  }
  return words.join(' ');
}
