import type { Intent } from '../../domain/decision.ts';
import { featureWords, wordingOf } from '../learned/features.ts';
import { dimensions } from '../meaning/dimensions.ts';
import { type AskedWords, unitVectorsOf } from '../meaning/soft-coverage.ts';
import { likenessOf, meaningOf } from '../meaning/word-meanings.ts';
import type { PersonaIndex } from '../retrieve/persona-index.ts';
import { type ReadQuestion, readQuestion } from '../retrieve/question.ts';
import type { Token } from '../text/tokens.ts';
import { isGrammarId, isToneId, wordIdsOf } from '../text/word-ids.ts';
import type { AnswerInput } from './answer-input.ts';
import type { TaughtClassifier } from './taught-classifier.ts';
import type { View } from './views.ts';
import { rarityOf } from './word-rarity.ts';

/**
 * One view's scores from each reader (the classifier, the word meanings and the phrase index), by position in the items of the
 * index.
 */
export interface ViewEvidence {
  readonly view: View;
  readonly question: ReadQuestion;
  readonly words: readonly number[];
  readonly meaning: Float32Array;
  /** The words of the view, without grammatical ones, to be compared one by one. */
  readonly asked: AskedWords;
  /** The similarity in meaning between the view and the approved text of each item. */
  readonly texts: Float64Array;
  /** For each item, the share of the view's words that its approved text contains, weighted by rarity. */
  readonly shares: Float64Array;
  /** The logarithms of the classifier's probabilities. */
  readonly taught: Float64Array;
  readonly leads: Float64Array;
  readonly phrases: Float64Array;
  readonly nearMisses: Float64Array;
}

/**
 * The weights of the similarities relative to the logarithms of the classifier's probabilities. Each similarity is at
 * most 1. The weights were chosen so that the right items are among the candidates for as many messages to training
 * creators as possible.
 */
export const likenessWeights = { text: 4, share: 2, phrase: 6 } as const;

/**
 * For each item of an index: its position among the classifier's items, or -1 if the classifier does not contain the
 * item in its current form.
 */
export type Alignment = Int32Array;

export function align(
  index: PersonaIndex,
  classifier: TaughtClassifier | null,
  hashOf: (id: string) => string,
): Alignment {
  const placeOf = new Map(classifier?.items.map(({ id, hash }, place) => [id, { hash, place }] as const) ?? []);
  return Int32Array.from(index.items, ({ id }) => {
    const known = placeOf.get(id);
    return known !== undefined && known.hash === hashOf(id) ? known.place : -1;
  });
}

/**
 * Scores every view of a message with every reader. The creator's name in a message ("Kai, how do I …") says nothing
 * about what the message asks, unless an item contains it. The same applies to words of tone ("how do you actually …").
 */
export function readViews(
  views: readonly View[],
  { understanding, index, classifier, names, now }: AnswerInput,
  places: Alignment,
): ViewEvidence[] {
  const wholeIntent: Intent = understanding.whole.intents[0]?.intent ?? 'unclear';
  const says = (word: number): boolean => !(names.has(word) || isToneId(word)) || index.words.has(word);
  let last: { readonly tokens: readonly Token[]; readonly judge: ReturnType<TaughtClassifier['read']> } | undefined;
  const judgeOf = (tokens: readonly Token[]): ReturnType<TaughtClassifier['read']> | null => {
    if (classifier === null) return null;
    if (last?.tokens !== tokens) {
      const words = featureWords(tokens);
      last = { tokens, judge: classifier.read(wordingOf(words)) };
    }
    return last.judge;
  };
  return views.map((view): ViewEvidence => {
    const { tokens, from, to } = view;
    const said = view.kind === 'clause' ? (view.clause?.intent ?? wholeIntent) : wholeIntent;
    const question = readQuestion(tokens, from, to, courtesies.has(said) ? 'content_question' : said, now);
    const words = wordIdsOf(tokens, from, to).filter(says);
    const meaning = meaningOf(words);
    const asked = words.filter((word) => !isGrammarId(word));
    const judged = judgeOf(tokens)?.(from, to, meaning);
    const likeness = classifier?.phrases.likeness(words);
    const taught = spread(judged?.chances, places);
    return {
      view,
      question,
      words,
      meaning,
      asked: { weights: asked.map(rarityOf), vectors: unitVectorsOf(asked) },
      texts: textsLike(meaning, index),
      shares: sharesOf(words, index),
      taught,
      leads: taken(judged?.leads, places),
      phrases: taken(likeness?.phrases, places),
      nearMisses: taken(likeness?.nearMisses, places),
    };
  });
}

const courtesies = new Set<Intent>(['unclear', 'greeting', 'praise']);

/**
 * Returns the logarithm of each item's probability. An item that the classifier does not contain gets the average
 * probability.
 */
function spread(chances: Float64Array | undefined, places: Alignment): Float64Array {
  const even = 1 / Math.max(1, places.length);
  const logs = new Float64Array(places.length);
  if (chances === undefined) return logs.fill(Math.log(even + 1e-7));
  for (let at = 0; at < logs.length; at++) logs[at] = Math.log((chances[places[at] ?? -1] ?? even) + 1e-7);
  return logs;
}

function taken(values: Float64Array | undefined, places: Alignment): Float64Array {
  const own = new Float64Array(places.length);
  if (values !== undefined) for (let at = 0; at < own.length; at++) own[at] = values[places[at] ?? -1] ?? 0;
  return own;
}

function textsLike(meaning: Float32Array, { items, meanings }: PersonaIndex): Float64Array {
  const likeness = new Float64Array(items.length);
  for (let at = 0; at < items.length; at++) likeness[at] = likenessOf(meaning, meanings, at * dimensions);
  return likeness;
}

function sharesOf(words: readonly number[], { items }: PersonaIndex): Float64Array {
  const shares = new Float64Array(items.length);
  let total = 0;
  for (const word of words) {
    if (isGrammarId(word)) continue;
    const rarity = rarityOf(word);
    total += rarity;
    for (let at = 0; at < items.length; at++)
      if (items[at]?.words.includes(word) === true) shares[at] = (shares[at] ?? 0) + rarity;
  }
  if (total > 0) for (let at = 0; at < shares.length; at++) shares[at] = (shares[at] ?? 0) / total;
  return shares;
}
