import type { Intent } from '../../domain/decision.ts';
import { everydayWords, fillerWords, weakWords } from '../text/lexicon.ts';
import { contentOf, type IndexedItem, type PersonaIndex } from './persona-index.ts';
import type { AskedWord, ReadQuestion } from './question.ts';

/** What tells whether the best item answers at all, in the order of the weights; the values of `rankFeatures` go before them. */
export const answerFeatures = [
  'rank score',
  'ahead of the next',
  'words of other items only',
  'words of nobody',
  'what is counted is missing',
  'another matter',
  'nothing telling in common',
  'words asked',
  'what is asked about is missing',
  'what is asked about is there',
  'a word of it is missing that others have',
] as const;

/** One value for each of `answerFeatures`. `lead` is how far the score is ahead of the best other. */
export function answerFeaturesOf(
  item: IndexedItem,
  index: PersonaIndex,
  question: ReadQuestion,
  score: number,
  lead: number,
): Float64Array {
  let ofOthers = 0;
  let ofNobody = 0;
  let telling = 0;
  let there = 0;
  let missing = 0;
  let elsewhere = 0;
  for (const word of question.asked) {
    if (isTelling(word, item)) telling += 1;
    if (question.thing.has(word.at)) {
      if (has(item, word)) there += 1;
      else if (index.vocabulary.has(word.stem)) elsewhere += 1;
      else missing += 1;
    }
    const kind = foreign(word, item, index, question.intent);
    if (kind === 'other') ofOthers += 1;
    else if (kind === 'nobody') ofNobody += 1;
  }
  return Float64Array.of(
    score / 4,
    Math.max(-1, Math.min(1, lead / 4)),
    Math.min(3, ofOthers) / 3,
    Math.min(3, ofNobody) / 3,
    counted(question).some((word) => !item.meanings.has(word)) ? 1 : 0,
    suits(item, question.intent) ? 0 : 1,
    telling === 0 ? 1 : 0,
    Math.min(8, question.meanings.length) / 8,
    missing > 0 ? 1 : 0,
    there > 0 ? 1 : 0,
    elsewhere > 0 ? 1 : 0,
  );
}

/** A word that few matters share, and that the item has too. */
export function isTelling(word: AskedWord, item: IndexedItem): boolean {
  return has(item, word) && !weakWords.has(word.word) && word.meaning !== '~buy';
}

function has(item: IndexedItem, word: AskedWord): boolean {
  return (
    item.meanings.has(word.meaning) || item.stems.has(word.stem) || word.akin.some((group) => item.akin.has(group))
  );
}

/** What is asked about has a name that neither the item nor everyday talk knows: "is it out on **cassette**?" */
export function lacksThing(item: IndexedItem, index: PersonaIndex, question: ReadQuestion): boolean {
  const isForAll = item.isUniversal || policyIntents.has(question.intent);
  if (!isForAll && question.asked.some(({ word }) => colours.has(word) && !item.words.has(word))) return true;
  return question.things.some((places) => {
    const named = question.asked.filter((word) => places.includes(word.at));
    return (
      !named.some((word) => has(item, word)) &&
      named.some((word) => foreign(word, item, index, question.intent) === 'nobody')
    );
  });
}

/** A thing of another colour is another thing. */
const colours = new Set(
  'red blue green yellow orange purple pink brown black white grey gray golden silver turquoise teal beige navy'.split(
    ' ',
  ),
);

/** Whether a word is one that neither the item nor everyday talk accounts for: it may be what makes the answer wrong. */
function foreign(word: AskedWord, item: IndexedItem, index: PersonaIndex, intent: Intent): '' | 'other' | 'nobody' {
  if (has(item, word)) return '';
  if (frameOf[intent]?.has(word.meaning) === true) return '';
  if (index.vocabulary.has(word.stem))
    return !(policyIntents.has(intent) || (item.isUniversal && index.products.has(word.meaning))) ? 'other' : '';
  return everydayWords.has(word.word) || fillerWords.has(word.word) ? '' : 'nobody';
}

/** What "how many" counts must itself stand in the answer. */
function counted({ list }: ReadQuestion): string[] {
  const at = list.findIndex((token, place) => token.word === 'many' && list[place - 1]?.word === 'how');
  return at < 0 ? [] : contentOf(list, at + 1, at + 2).map((word) => word.meaning);
}

/** An item of another matter is seldom an answer, however many words it shares. */
function suits(item: IndexedItem, intent: Intent): boolean {
  if (intent === 'purchase') return item.kind === 'offer' || item.answers.has('link') || item.intents.has('purchase');
  return !ownMatters.has(intent) || item.intents.has(intent);
}

const ownMatters = new Set<Intent>([
  'shipping',
  'refund',
  'giveaway',
  'billing',
  'personal',
  'legal',
  'access_problem',
  'booking',
  'schedule',
  'content_request',
]);

/** Where a rule of the house answers for all things the creator sells. */
const policyIntents = new Set<Intent>(['shipping', 'refund', 'billing', 'legal', 'purchase', 'content_request']);

/** The words that only say which kind of question it is. */
export const frameOf: Partial<Record<Intent, ReadonlySet<string>>> = {
  shipping: new Set(['~ship', '~price', '~buy']),
  pricing: new Set(['~price', '~buy']),
  purchase: new Set(['~buy', '~shop', '~website', '~pay']),
  availability: new Set(['~stock', '~buy']),
  refund: new Set(['~refund', '~buy', '~size', 'break', 'like', 'polici', 'process']),
  booking: new Set(['~book', '~commission']),
  schedule: new Set(['~schedule', '~release', '~last']),
  access_problem: new Set(['~login', '~website', '~download', 'broken', 'work', 'issu', 'problem']),
};
