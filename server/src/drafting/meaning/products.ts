import { dimensions } from './dimensions.ts';
import type { WordVectors } from './meaning-file.ts';
import { addUnknown, likenessOf, wordVectors } from './word-meanings.ts';

/** The dot products of one meaning with the vectors of words and pairs. */
export interface Products {
  /** Returns the product with the vector at a position in the stored vectors. */
  at(place: number): number;
  /** Returns the product with the fixed direction of a word that has no vector. */
  ofUnknown(word: number): number;
}

let vectors: WordVectors | undefined;
let meaning: Float32Array | undefined;
/**
 * The products with the stored vectors, and the round in which each product was computed. Each meaning begins a new
 * round.
 */
let values = new Float64Array();
let rounds = new Uint32Array();
let round = 0;
const unknown = new Map<number, number>();

/**
 * Returns the products of a meaning, which must not change later. Each product is computed only once, until the
 * products of another meaning are requested.
 */
export function productsOf(asked: Float32Array): Products {
  const current = wordVectors();
  if (current !== vectors) {
    values = new Float64Array(current.scales.length);
    rounds = new Uint32Array(current.scales.length);
    round = 0;
  }
  if (asked !== meaning || current !== vectors) {
    round += 1;
    unknown.clear();
  }
  meaning = asked;
  vectors = current;
  return {
    at(place) {
      if (rounds[place] !== round) {
        rounds[place] = round;
        values[place] = likenessOf(asked, current.values, place * dimensions) * (current.scales[place] ?? 0);
      }
      return values[place] ?? 0;
    },
    ofUnknown(word) {
      const known = unknown.get(word);
      if (known !== undefined) return known;
      const direction = new Float32Array(dimensions);
      addUnknown(direction, word, current.unknown);
      const product = likenessOf(asked, direction);
      unknown.set(word, product);
      return product;
    },
  };
}
