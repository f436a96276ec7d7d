import { type Features, featuresOf, featureWords, kindValues } from '../learned/features.ts';
import { dimensions } from '../meaning/dimensions.ts';
import { storedMeanings } from '../meaning/stored-meaning.ts';
import { meaningOf, toUnit } from '../meaning/word-meanings.ts';
import { normalise } from '../text/normalise.ts';
import { tokens } from '../text/tokens.ts';
import { wordIdsOf } from '../text/word-ids.ts';
import { priorOf } from './class-meanings.ts';
import { type ClassifierContent, encodeClassifier } from './classifier-file.ts';
import { type Example, fitSoftmax } from './fit-softmax.ts';
import { itemIntents } from './item-intents.ts';
import { type TaughtItem, teachingHash } from './teaching.ts';

/**
 * The maximum number of items with a class. If a persona has more, those with the fewest phrases get no class, as if
 * they had no phrases.
 */
const mostTaughtItems = 250;

export interface TrainedClassifier {
  readonly hash: string;
  readonly bytes: Uint8Array;
}

/**
 * Trains one creator's classifier: a softmax over hashed words, pairs and word pieces, with one class for each item and
 * one for its near misses. Phrases in `unused` are left out. Identical items give identical bytes on every machine.
 * `progress` counts passes.
 */
export function trainClassifier(
  items: readonly TaughtItem[],
  unused: ReadonlySet<string> = new Set(),
  progress: (done: number, of: number) => void = () => {},
): TrainedClassifier {
  const isUsed = (phrase: string): boolean => !unused.has(phrase);
  const taught = [...items.keys()]
    .sort((a, b) => (items[b]?.phrases.length ?? 0) - (items[a]?.phrases.length ?? 0) || a - b)
    .slice(0, mostTaughtItems)
    .sort((a, b) => a - b)
    .flatMap((at) => items[at] ?? []);
  const texts: Text[] = [];
  const phrases: ClassifierContent['phrases'][number][] = [];
  const learn = (text: string, heading: number): void => {
    const list = tokens(normalise(text));
    const words = featureWords(list);
    texts.push({ features: featuresOf(words), heading, meaning: meaningOf(wordIdsOf(list)) });
  };
  taught.forEach((item, at) => {
    learn(item.text, at);
    if (item.label !== '') learn(item.label, at);
    for (const phrase of item.phrases.filter(isUsed)) {
      learn(phrase, at);
      phrases.push({ item: at, isNearMiss: false, words: wordIdsOf(tokens(normalise(phrase))) });
    }
    for (const phrase of item.nearMisses.filter(isUsed)) {
      learn(phrase, taught.length + at);
      phrases.push({ item: at, isNearMiss: true, words: wordIdsOf(tokens(normalise(phrase))) });
    }
  });
  const hasNearMisses = phrases.some(({ isNearMiss }) => isNearMiss);
  const classes = taught.length * (hasNearMisses ? 2 : 1);
  const meanings = meaningsOf(texts, classes);
  const examples = texts.map(
    ({ features, heading, meaning }): Example => ({ features, heading, prior: priorOf(meaning, meanings, classes) }),
  );
  const { keys, kinds, weights, biases } = fitSoftmax(examples, classes, progress);
  const content: ClassifierContent = {
    items: taught.map((item) => {
      const own = item.phrases.filter(isUsed);
      const { id, hash, nearMisses } = item;
      const counts = { phrases: own.length, nearMisses: nearMisses.filter(isUsed).length };
      return { id, hash, ...counts, intents: itemIntents(item, own) };
    }),
    model: quantise(keys, kinds, weights, biases),
    meanings,
    phrases,
  };
  return { hash: teachingHash(items), bytes: encodeClassifier(content) };
}

interface Text {
  readonly features: Features;
  readonly heading: number;
  readonly meaning: Float32Array;
}

/** Returns the meaning of each class in the stored form: the mean of the meanings of its texts, scaled to length 1. */
function meaningsOf(texts: readonly Text[], classes: number): Int8Array {
  const sums = new Float32Array(classes * dimensions);
  for (const { meaning, heading } of texts)
    meaning.forEach((value, at) => {
      sums[heading * dimensions + at] = (sums[heading * dimensions + at] ?? 0) + value;
    });
  for (let at = 0; at < sums.length; at += dimensions) toUnit(sums.subarray(at, at + dimensions));
  return storedMeanings(sums);
}

/** Rounds weights to eight bits, with one scale per class. A feature keeps at most 255 weights. */
function quantise(keys: Uint32Array, kinds: Uint8Array, weights: Float32Array, biases: Float64Array) {
  const classes = biases.length;
  const scaled = Float32Array.from(
    weights,
    (weight, at) => weight * (kindValues[kinds[Math.floor(at / classes)] ?? 0] ?? 0),
  );
  const scales = new Float64Array(classes).fill(1);
  for (let head = 0; head < classes; head++) {
    let most = 0;
    for (let at = head; at < scaled.length; at += classes) most = Math.max(most, Math.abs(scaled[at] ?? 0));
    scales[head] = Math.fround(most > 0 ? most / 127 : 1);
  }
  const kept: number[] = [];
  const ends: number[] = [];
  const heads: number[] = [];
  const values: number[] = [];
  keys.forEach((key, column) => {
    const before = heads.length;
    for (let head = 0; head < classes && heads.length - before < 255; head++) {
      const weight = scaled[column * classes + head] ?? 0;
      const rounded = Math.round(weight / (scales[head] ?? 1));
      if (rounded === 0) continue;
      heads.push(head);
      values.push(rounded);
    }
    if (heads.length === before) return;
    kept.push(key);
    ends.push(heads.length);
  });
  return {
    heads: Array.from({ length: classes }, (_, head) => String(head)),
    keys: Uint32Array.from(kept),
    rowEnds: Uint32Array.from(ends),
    entryHeads: Uint16Array.from(heads),
    entryWeights: Int8Array.from(values),
    scales,
    biases: biases.map(Math.fround),
  };
}
