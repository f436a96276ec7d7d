import type { Intent } from '../../domain/decision.ts';
import { askingWords } from '../text/closed-words.ts';
import { chatWords, grammarWords } from '../text/lexicon.ts';
import { createSpeller } from '../text/nearby.ts';
import { personGroup } from '../text/persons.ts';
import { stem } from '../text/stem.ts';
import type { Token } from '../text/tokens.ts';
import { isKnownWord } from '../understand/read.ts';
import { frameOf } from './answer-features.ts';
import { entitiesOf } from './entities.ts';
import { contentOf, type IndexedItem, type PersonaIndex } from './persona-index.ts';
import { meaningOf } from './synonyms.ts';

/** A word of a question that an answer must speak of, in each of its readings. */
export interface SaidWord {
  readonly readings: readonly { readonly stem: string; readonly meaning: string }[];
  /** The group of people that it names. */
  readonly persons: number | undefined;
}

/** What a clause says beside words of grammar, chat and asking, no entities. */
export function saidWords(index: PersonaIndex, own: readonly Token[]): SaidWord[] {
  const entities = entitiesOf(own);
  return contentOf(own).flatMap(({ at, token }): SaidWord[] => {
    if (entities.at.has(at) || isOfCompound(own, at)) return [];
    const persons = isAddress(own, at) ? undefined : personGroup(token.word);
    if (persons === undefined && token.forms.some((form) => isAsking(form))) return [];
    if (persons === undefined && !token.forms.some(isKnownWord) && slipOf(token.word) !== undefined) return [];
    const meant = index.spell(token.word);
    const forms = meant === undefined ? token.forms : [...token.forms, meant];
    const readings = forms.map((form) => ({ stem: stem(form), meaning: meaningOf(stem(form)) }));
    return [{ readings, persons }];
  });
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

/** Whether an item speaks of a word: has it or a synonym, or is about such people. */
export function speaksOf(item: IndexedItem, index: PersonaIndex, word: SaidWord, intent: Intent): boolean {
  if (word.persons !== undefined && item.persons.has(word.persons)) return true;
  return word.readings.some(
    ({ stem: stemmed, meaning }) =>
      item.meanings.has(meaning) ||
      item.stems.has(stemmed) ||
      frameOf[intent]?.has(meaning) === true ||
      (forAll.has(intent) && index.products.has(meaning)),
  );
}

/** Where a rule of the house is for whatever the creator sells. */
const forAll = new Set<Intent>(['shipping', 'refund', 'legal']);

function isAsking(word: string): boolean {
  return askingWords.has(word) || chatWords.has(word) || grammarWords.has(word);
}

const slips = createSpeller([...grammarWords, ...chatWords, ...askingWords], 'all', 4);

/** The word of asking that an unknown one is a slip of the finger away from. */
function slipOf(word: string): string | undefined {
  const meant = slips(word);
  return meant?.charAt(0) === word.charAt(0) ? meant : undefined;
}
