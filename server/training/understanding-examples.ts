import { type Intent, intents } from '../src/domain/decision.ts';
import { hazardIntents } from '../src/domain/intents.ts';
import { createDice } from '../src/drafting/learned/dice.ts';
import { type Features, featuresOf, featureWords, type Wording } from '../src/drafting/learned/features.ts';
import { firstAct, firstRisk, ownerHead, type TalkKind } from '../src/drafting/learned/heads.ts';
import { acts, mayBeAutomatic, policyFor } from '../src/drafting/policy-table.ts';
import { clauses } from '../src/drafting/understand/clauses.ts';
import { findHints } from '../src/drafting/understand/find-hints.ts';
import { read } from '../src/drafting/understand/read.ts';
import type { LabelledMessage } from './read-messages.ts';
import type { TopicPhrase } from './read-topics.ts';
import { type SmallTalk, withSmallTalk } from './small-talk.ts';
import type { Example } from './train-linear.ts';

export interface UnderstandingExample extends Example {
  /** The groups of heads that the example teaches. A made-up mixture of two messages does not teach the act. */
  readonly teaches: { readonly intents: boolean; readonly owner: boolean; readonly acts: boolean };
  /** The only head that the example teaches; by default, the groups above and the risks. */
  readonly only?: TalkKind;
}

export function featuresOfText(text: string): Features & Wording {
  const { tokens, hazards } = read(text);
  return featuresOf(featureWords(tokens), findHints(tokens, hazards));
}

/**
 * Returns each message unchanged, many again with a typo or with small talk, every hazard again joined to a harmless
 * message, harmless messages in pairs, and parts of harmless messages. The model thus learns that one part of a message
 * does not hide the rest.
 */
export function understandingExamples(messages: readonly LabelledMessage[], talk: SmallTalk): UnderstandingExample[] {
  const dice = createDice(7);
  const isHazard = ({ intent }: LabelledMessage): boolean => hazardIntents.some((hazard) => hazard === intent);
  const harmless = messages.filter((message) => !isHazard(message) && message.intent !== 'unclear');
  const openers = harmless.filter(({ intent }) => intent === 'greeting' || intent === 'praise');
  const others = harmless.filter(({ intent }) => intent !== 'greeting' && intent !== 'praise');
  const pick = (list: readonly LabelledMessage[]): LabelledMessage | undefined =>
    list[dice.below(Math.max(1, list.length))];
  return messages.flatMap((message) => {
    const list = [example(message, message.text, true, true), ...(isHazard(message) ? [] : fragments(message, dice))];
    if (dice.below(2) === 0) list.push(example(message, mistype(message.text, dice), true, true));
    if (dice.below(4) === 0)
      list.push(example(message, withSmallTalk(message.text, 'friend', dice, talk), true, false));
    const beside = isHazard(message) ? pick(harmless) : others.includes(message) ? pick(openers) : undefined;
    if (beside !== undefined && (isHazard(message) || dice.below(3) === 0))
      list.push(example(message, mix(message.text, beside.text, dice), true, false));
    const second = others.includes(message) && dice.below(3) === 0 ? pick(others) : undefined;
    if (second !== undefined) list.push(example(message, mix(message.text, second.text, dice), false, false));
    return list;
  });
}

/**
 * Returns fans' questions about the topics: harmless, and with the intent that `intentOf` gives. At most `most` teach
 * one intent; all of them are harmless examples for the risks.
 */
export function topicExamples(
  phrases: readonly TopicPhrase[],
  intentOf: (topic: string) => Intent | null,
  most: (intent: Intent) => number,
): UnderstandingExample[] {
  const questions = phrases
    .filter(({ isFact }) => !isFact)
    .map(({ text, topic }) => ({ text, intent: intentOf(topic) }));
  return [...intents, null].flatMap((intent) => {
    const own = questions.filter((question) => question.intent === intent);
    const limit = intent === null ? 0 : most(intent);
    // Chooses evenly over authors and topics, which are consecutive in the list.
    const isChosen = (at: number): boolean =>
      own.length <= limit || Math.floor((at * limit) / own.length) !== Math.floor(((at - 1) * limit) / own.length);
    return own.map(({ text }, at) => ({
      features: featuresOfText(text),
      positive: new Set(intent === null ? [] : [intents.indexOf(intent)]),
      teaches: {
        intents: intent !== null && isChosen(at),
        owner: intent !== null && mayBeAutomatic(intent),
        acts: false,
      },
    }));
  });
}

/**
 * Returns what fans write around a question: harmless, never about what only the creator can answer, and asking
 * nothing.
 */
export function smallTalkExamples({ openers, closers, asides }: SmallTalk): UnderstandingExample[] {
  return [...openers, ...closers, ...asides].map((text) => ({
    features: featuresOfText(text),
    positive: new Set([firstAct + acts.indexOf('status')]),
    teaches: { intents: false, owner: true, acts: true },
  }));
}

/** Returns questions that creators' items answer, or nearly answer. They are only harmless examples for the risks. */
export function harmlessExamples(texts: readonly string[]): UnderstandingExample[] {
  return texts.map((text) => ({
    features: featuresOfText(text),
    positive: new Set(),
    teaches: { intents: false, owner: false, acts: false },
  }));
}

function example(message: LabelledMessage, text: string, ofIntents: boolean, ofActs: boolean): UnderstandingExample {
  const positive = new Set([intents.indexOf(message.intent)]);
  if (message.act !== null) positive.add(firstAct + acts.indexOf(message.act));
  const risk = (hazardIntents as readonly string[]).indexOf(message.intent); // any string may be looked for
  if (risk >= 0) positive.add(firstRisk + risk);
  const isPlain = risk < 0 && !['greeting', 'praise', 'unclear'].includes(message.intent);
  if (isOwners(message)) positive.add(ownerHead);
  // A pair of harmless messages can mix one that only the creator can answer with one that anyone can answer.
  const teaches = { intents: ofIntents, owner: ofIntents, acts: ofActs && isPlain && message.act !== null };
  return { features: featuresOfText(text), positive, teaches };
}

/** Returns true if the message has an intent or an act that only the creator can answer. */
function isOwners({ intent, act }: LabelledMessage): boolean {
  const gate = policyFor(intent)[act ?? 'question'];
  return !mayBeAutomatic(intent) || gate === 'never';
}

/**
 * Returns the clauses and one window of a harmless message: a part of a harmless message is harmless, however little it
 * says on its own.
 */
function fragments(message: LabelledMessage, dice: { below(limit: number): number }): UnderstandingExample[] {
  if (message.intent === 'unclear') return [];
  const { normal, tokens, hazards } = read(message.text);
  const features = featuresOf(featureWords(tokens), findHints(tokens, hazards));
  const parts = clauses(normal, tokens).map(({ from, to }) => ({ from, to }));
  const size = 4 + dice.below(8);
  const from = dice.below(Math.max(1, tokens.length - size));
  const views = [...(parts.length > 1 ? parts : []), ...(tokens.length > size ? [{ from, to: from + size }] : [])];
  return views.map((view) => ({
    features: within(features, view.from, view.to),
    positive: new Set(),
    teaches: { intents: false, owner: !isOwners(message), acts: false },
  }));
}

/** Returns the features that are completely in words[from, to). */
export function within(features: Features, from: number, to: number): Features {
  const kept: number[] = [];
  features.at.forEach((at, index) => {
    if (at >= from + (features.reaches[index] ?? 0) && at < to) kept.push(index);
  });
  return {
    words: to - from,
    hashes: Uint32Array.from(kept, (index) => features.hashes[index] ?? 0),
    at: Uint16Array.from(kept, (index) => (features.at[index] ?? 0) - from),
    reaches: Uint8Array.from(kept, (index) => features.reaches[index] ?? 0),
    kinds: Uint8Array.from(kept, (index) => features.kinds[index] ?? 0),
  };
}

/** Joins two messages, in either order, as people join sentences. */
export function mix(one: string, two: string, dice: { below(limit: number): number }): string {
  const joint = [' ', '. ', '\n', ', ', ' and '][dice.below(5)] ?? ' ';
  return dice.below(2) === 0 ? `${one}${joint}${two}` : `${two}${joint}${one}`;
}

/** Drops, doubles or swaps a letter in one or two longer words. */
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
