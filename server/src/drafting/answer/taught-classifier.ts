import type { Wording } from '../learned/features.ts';
import { createScorer } from '../learned/linear-model.ts';
import { softmax } from '../learned/probabilities.ts';
import { priorOf } from './class-meanings.ts';
import type { ClassifierContent } from './classifier-file.ts';
import { createPhraseIndex, type PhraseIndex } from './phrase-index.ts';
import { createPhraseMeanings, type NearestTaught } from './phrase-meanings.ts';
import { readClassifierFile } from './read-classifier-file.ts';

/** The classifier's scores for a stretch of a message, by position in `items`. */
export interface ItemChances {
  /** The probability of each item, including its near misses. The probabilities sum to 1. */
  readonly chances: Float64Array;
  /**
   * For each item: how much likelier its phrases are than its near misses, as a logarithm between -6 and 6; 0 if the
   * classifier has no near misses.
   */
  readonly leads: Float64Array;
}

/** A creator's trained classifier, ready to score. It never changes, so drafts may share it. */
export interface TaughtClassifier {
  readonly items: ClassifierContent['items'];
  readonly phrases: PhraseIndex;
  /** The classifier's approximate memory use, in bytes. */
  readonly sizeBytes: number;
  /**
   * Prepares a text for scoring. The returned function scores the text's words [from, to). `meaning` is the meaning of
   * these words.
   */
  read(text: Wording): (from: number, to: number, meaning: Float32Array) => ItemChances;
  /** Returns the similarities between a meaning and the closest phrase and near miss of the item at position `item`. */
  nearest(item: number, meaning: Float32Array): NearestTaught;
}

/**
 * The maximum number of words from fans' messages that are cached. The number is low because many classifiers may be in
 * memory at the same time.
 */
const wordsRemembered = 500;

/** Reads a classifier from its stored bytes. @throws Error if the bytes are not a classifier */
export function readClassifier(bytes: Uint8Array): TaughtClassifier {
  const { items, model, meanings, phrases } = readClassifierFile(bytes);
  const score = createScorer(model, wordsRemembered);
  const hasNearMisses = model.heads.length > items.length;
  return {
    items,
    phrases: createPhraseIndex(phrases, items.length),
    nearest: createPhraseMeanings(phrases),
    // The sum of three parts: the stored bytes, about as much again for the indexes, and the words of the phrases by
    // their vectors.
    sizeBytes: bytes.length * 2 + phrases.places.length * 8,
    read(text) {
      const scores = score(text);
      return (from, to, meaning) => {
        const margins = scores.margins(from, to);
        const prior = priorOf(meaning, meanings, margins.length);
        const all = softmax(
          margins.map((margin, at) => margin + (prior[at] ?? 0)),
          1,
        );
        const chances = all.slice(0, items.length);
        const leads = new Float64Array(items.length);
        if (hasNearMisses)
          for (let at = 0; at < items.length; at++) {
            const near = all[items.length + at] ?? 0;
            leads[at] = Math.max(-6, Math.min(6, Math.log(((chances[at] ?? 0) + 1e-9) / (near + 1e-9))));
            chances[at] = (chances[at] ?? 0) + near;
          }
        return { chances, leads };
      };
    },
  };
}
