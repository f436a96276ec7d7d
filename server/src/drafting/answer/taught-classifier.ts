import type { Wording } from '../learned/features.ts';
import { createScorer } from '../learned/linear-model.ts';
import { softmax } from '../learned/probabilities.ts';
import { dimensions } from '../meaning/dimensions.ts';
import { priorOf } from './class-meanings.ts';
import type { ClassifierContent } from './classifier-file.ts';
import { createPhraseIndex, type PhraseIndex } from './phrase-index.ts';
import { createPhraseMeanings, type NearestTaught } from './phrase-meanings.ts';
import { readClassifierFile } from './read-classifier-file.ts';

/** What the classifier makes of a stretch of a message, by place in `items`. */
export interface ItemChances {
  /** The probability of each item, its near misses included; they add up to 1. */
  readonly chances: Float64Array;
  /** Of each item: how much likelier its phrases are than its near misses, as a logarithm between -6 and 6; 0 where it has none. */
  readonly leads: Float64Array;
}

/** A creator's trained classifier, ready to score. It is never changed, and may be shared by drafts. */
export interface TaughtClassifier {
  readonly items: ClassifierContent['items'];
  readonly phrases: PhraseIndex;
  /** About how much memory it takes, in bytes. */
  readonly sizeBytes: number;
  /** Reads a text once; the function it returns judges words [from, to) of it, which mean `meaning`. */
  read(text: Wording): (from: number, to: number, meaning: Float32Array) => ItemChances;
  /** How alike a meaning is to the phrase of an item, by its place, that is most alike; and to its near miss. */
  nearest(item: number, meaning: Float32Array): NearestTaught;
}

/** Of the words of fans' messages; many classifiers are in memory beside each other. */
const wordsRemembered = 500;

/** A classifier from its stored bytes. @throws Error when they are none */
export function readClassifier(bytes: Uint8Array): TaughtClassifier {
  const { items, model, meanings, phrases } = readClassifierFile(bytes);
  const score = createScorer(model, wordsRemembered);
  const hasNearMisses = model.heads.length > items.length;
  return {
    items,
    phrases: createPhraseIndex(phrases, items.length),
    nearest: createPhraseMeanings(phrases),
    sizeBytes: bytes.length * 4 + phrases.owners.length * dimensions,
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
