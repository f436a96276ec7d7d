import type { Intent } from '../../domain/decision.ts';
import { askingWords } from '../text/closed-words.ts';
import { chatWords, grammarWords } from '../text/lexicon.ts';
import { createSpeller } from '../text/nearby.ts';
import { personGroup } from '../text/persons.ts';
import { stem } from '../text/stem.ts';
import type { Token } from '../text/tokens.ts';
import { isKnownWord } from '../understand/read.ts';
import { akinAsked } from './akin.ts';
import { frameOf } from './answer-features.ts';
import { entitiesOf } from './entities.ts';
import { contentOf, type IndexedItem, type PersonaIndex } from './persona-index.ts';
import { meaningOf } from './synonyms.ts';

/** A word of a question that an answer must speak of, in each of its readings. */
export interface SaidWord {
  readonly at: number;
  readonly readings: readonly { readonly stem: string; readonly meaning: string }[];
  /** The groups of words that answer for it. */
  readonly akin: readonly number[];
  /** The group of people that it names. */
  readonly persons: number | undefined;
}

/** What a clause says beside words of grammar, chat and asking, no entities. */
export function saidWords(index: PersonaIndex, own: readonly Token[]): SaidWord[] {
  const entities = entitiesOf(own);
  const akin = akinAsked(own.map((token) => token.word));
  return contentOf(own).flatMap(({ at, token }): SaidWord[] => {
    if (entities.at.has(at) || isOfCompound(own, at)) return [];
    const persons = isAddress(own, at) ? undefined : personGroup(token.word);
    if (persons === undefined && token.forms.some((form) => isAsking(form))) return [];
    if (persons === undefined && !token.forms.some(isKnownWord) && slipOf(token.word) !== undefined) return [];
    const meant = index.spell(token.word);
    const forms = meant === undefined ? token.forms : [...token.forms, meant];
    const readings = forms.flatMap(rootsOf).map((root) => ({ stem: root, meaning: meaningOf(root) }));
    const groups = persons === undefined ? [...(akin.get(at) ?? []), ...forms.slice(1).flatMap(akinOf)] : [];
    return [{ at, readings, akin: groups, persons }];
  });
}

/** "Refundable" is said of what is refunded. */
function rootsOf(word: string): string[] {
  const base = word.length > 7 ? /^(.+)able$/.exec(word)?.[1] : undefined;
  return base === undefined ? [stem(word)] : [stem(word), stem(base), stem(`${base}e`)];
}

function akinOf(word: string): readonly number[] {
  return akinAsked([word]).get(0) ?? [];
}

/** "Gluten **free**": what it is free of must be spoken of. */
function isOfCompound(own: readonly Token[], at: number): boolean {
  return own[at]?.word === 'free' && own[at - 1]?.forms.some(isAsking) === false;
}

/** "Hey girl", "thanks man": nobody but the creator. */
function isAddress(own: readonly Token[], at: number): boolean {
  return chatWords.has(own[at]?.word ?? '') && !pointing.has(own[at - 1]?.word ?? '');
}

const pointing = new Set('a an the my your our his her their this that of with for two any'.split(' '));

/** Whether an item speaks of a word: has it or a synonym, is about such people, or goes without saying it. */
export function speaksOf(item: IndexedItem, index: PersonaIndex, word: SaidWord, intent: Intent): boolean {
  if (hasWord(item, word)) return true;
  return word.readings.some(
    ({ meaning }) =>
      (frameOf[intent]?.has(meaning) === true && (item.intents.has(intent) || !ruled.has(intent))) ||
      (forAll.has(intent) && item.intents.has(intent) && index.products.has(meaning)),
  );
}

/** Whether an item itself has a word, a synonym of it or such people. */
export function hasWord(item: IndexedItem, word: SaidWord): boolean {
  if (word.persons !== undefined && item.persons.has(word.persons)) return true;
  if (word.akin.some((group) => item.akin.has(group))) return true;
  return word.readings.some(({ stem: stemmed, meaning }) => item.meanings.has(meaning) || item.stems.has(stemmed));
}

/** Where an item must be of the matter itself: what is told of a thing says nothing of sending it back. */
const ruled = new Set<Intent>(['refund', 'booking']);

/** Where a rule of the house is for whatever the creator sells. */
const forAll = new Set<Intent>(['shipping', 'refund', 'legal']);

function isAsking(word: string): boolean {
  return askingWords.has(word) || chatWords.has(word) || grammarWords.has(word);
}

const slips = createSpeller([...grammarWords, ...chatWords, ...askingWords], 'all', 4);

/** The word of asking that an unknown one is a slip of the finger away from. */
function slipOf(word: string): string | undefined {
  const meant = slips(word);
  return meant?.charAt(0) === word.charAt(0) && isSlip(word, meant) ? meant : undefined;
}

/** Letters left out or changing places, or one said twice; another letter put in makes another word: "doses" is not "does". */
function isSlip(word: string, meant: string): boolean {
  return (
    word.length <= meant.length ||
    [...word].some((letter, at) => letter === word[at - 1] && word.slice(0, at) + word.slice(at + 1) === meant)
  );
}
