import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Persona } from '../src/domain/persona.ts';
import type { createDice } from '../src/drafting/learned/dice.ts';
import { authorsOf, type Split } from './read-messages.ts';

type Dice = ReturnType<typeof createDice>;

/** What fans write around a question. Only `remarks` may change what a careful creator answers. */
export interface SmallTalk {
  readonly openers: readonly string[];
  readonly closers: readonly string[];
  readonly asides: readonly string[];
  readonly adverbs: readonly string[];
  readonly remarks: readonly string[];
}

/** One earlier message of a thread. */
export interface Turn {
  readonly from: 'contact' | 'creator';
  readonly text: string;
}

/**
 * Reads the small talk of a split's authors; a list is empty if no author wrote it. Only measurements read the small
 * talk of test authors.
 */
export function readSmallTalk(split: Split | 'test', base = import.meta.dirname): SmallTalk {
  const authors = authorsOf('small-talk', split, base);
  const listOf = (kind: keyof SmallTalk): string[] =>
    authors.flatMap((author) => {
      const file = join(base, 'small-talk', author, `${kind}.txt`);
      return existsSync(file)
        ? readFileSync(file, 'utf8')
            .split(/\r?\n/)
            .filter((line) => line !== '')
        : [];
    });
  return {
    openers: listOf('openers'),
    closers: listOf('closers'),
    asides: listOf('asides'),
    adverbs: listOf('adverbs'),
    remarks: listOf('remarks'),
  };
}

/** Returns a message with small talk before, after or in it. Some messages address the creator by the first name. */
export function withSmallTalk(message: string, displayName: string, dice: Dice, talk: SmallTalk): string {
  const name = displayName.split(' ')[0] ?? '';
  const pick = (list: readonly string[]): string => list[dice.below(list.length)] ?? '';
  let text = dice.below(5) === 0 ? withAdverb(message, pick(talk.adverbs)) : message;
  const form = dice.below(6);
  if (form === 2 || form === 4) text = `${text}${endOf(text, dice)} ${pick(talk.asides)}`;
  if (form === 1 || form === 5) text = `${dice.below(2) === 0 ? text.replace(/\?+$/, '') : text} ${pick(talk.closers)}`;
  if (form === 3) text = `${pick(talk.asides)} ${text}`;
  if (form === 0 || form >= 4) text = opened(dice.below(5) === 0 ? addressed(name, dice) : pick(talk.openers), text);
  return text;
}

/** Puts a word after the first pronoun. In a question, this is nearly always the subject. */
function withAdverb(message: string, adverb: string): string {
  return message.replace(/\b(you|i|it|we|they|u)\b(?= \w)/i, (subject) => `${subject} ${adverb}`);
}

function opened(opener: string, text: string): string {
  const goesOn = /[\p{L},:-]$/u.test(opener) && !/^I\b/.test(text);
  return `${opener} ${goesOn ? text.charAt(0).toLowerCase() + text.slice(1) : text}`;
}

function addressed(name: string, dice: Dice): string {
  const greeting = ['hi', 'Hey', 'hello', 'Dear', 'so', 'hiya'][dice.below(6)] ?? '';
  return `${greeting} ${dice.below(2) === 0 ? name : name.toLowerCase()}${['', ',', '!'][dice.below(3)] ?? ''}`;
}

/** Returns the punctuation that ends a sentence before an aside; empty if the sentence has an end. */
function endOf(text: string, dice: Dice): string {
  return /[.!?)]$|\p{Extended_Pictographic}$/u.test(text) ? '' : (['', '.', '?'][dice.below(3)] ?? '');
}

/** A message to a creator, with the ids of the items that answer it. */
interface Question {
  readonly message: string;
  readonly items?: readonly string[];
}

/** Returns one or two earlier exchanges of a thread: other questions, most of them with their approved answers. */
export function earlierExchanges(others: readonly Question[], persona: Persona, dice: Dice): Turn[] {
  const { facts = [], offers = [], phrases = [] } = persona;
  const turns: Turn[] = [];
  for (let left = 1 + dice.below(2); left > 0; left--) {
    const other = others[dice.below(Math.max(1, others.length))];
    if (other === undefined) break;
    turns.push({ from: 'contact', text: other.message });
    const answers = [...facts, ...offers, ...phrases].filter(({ id }) => other.items?.includes(id));
    if (answers.length === 0 || dice.below(4) === 0) continue;
    turns.push({ from: 'creator', text: answers.map(({ text }) => text).join(' ') });
  }
  return turns;
}
