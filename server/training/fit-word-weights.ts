import type { WordUses, WordWeights } from '../src/drafting/answer/word-weights.ts';
import { createDice } from '../src/drafting/learned/dice.ts';
import { sigmoid } from '../src/drafting/learned/probabilities.ts';

/** One candidate item for a message. */
export interface WordExample {
  readonly creator: string;
  readonly uses: WordUses;
  /** The log-odds that the item answers the message, according to all other evidence. */
  readonly offset: number;
  readonly isRight: boolean;
  readonly weight: number;
}

const epochs = 4;
const rate = 0.1;
/** The sum of squared slopes with which each word starts, so that rare words keep small weights. */
const firstSquare = 1;
/** The minimum number of creators to whom a word must be written in a role. */
const leastCreators = 4;
const leastWeight = 0.01;

/**
 * Fits the weights of words that explain what all other evidence leaves open (logistic regression with fixed offsets,
 * AdaGrad). The same examples give the same weights on every machine.
 */
export function fitWordWeights(examples: readonly WordExample[]): WordWeights {
  const keys = frequentKeys(examples);
  const placeOf = new Map(keys.map((key, place) => [key, place]));
  const placesOf = ({ asked, lacking }: WordUses): Uint32Array =>
    Uint32Array.from([...asked, ...lacking].flatMap((key) => placeOf.get(key) ?? []));
  const rows = examples.map(({ uses }) => placesOf(uses));
  const weights = new Float64Array(keys.length);
  const squares = new Float64Array(keys.length).fill(firstSquare);
  const order = examples.map((_, at) => at);
  const dice = createDice(11);
  for (let epoch = 0; epoch < epochs; epoch++) {
    dice.shuffle(order);
    for (const at of order) {
      const [example, row] = [examples[at], rows[at]];
      if (example === undefined || row === undefined) continue;
      let sum = example.offset;
      for (const place of row) sum += weights[place] ?? 0;
      const slope = (sigmoid(sum) - (example.isRight ? 1 : 0)) * example.weight;
      if (Math.abs(slope) < 1e-3) continue;
      for (const place of row) {
        const square = (squares[place] ?? 0) + slope * slope;
        squares[place] = square;
        weights[place] = (weights[place] ?? 0) - (rate * slope) / Math.sqrt(square);
      }
    }
  }
  const kept = keys.flatMap((key, place) => {
    const weight = Math.round((weights[place] ?? 0) * 100) / 100;
    return Math.abs(weight) < leastWeight ? [] : [{ key, weight }];
  });
  return { keys: kept.map(({ key }) => key), weights: kept.map(({ weight }) => weight) };
}

function frequentKeys(examples: readonly WordExample[]): number[] {
  const creators = new Map<number, Set<string>>();
  for (const { uses, creator } of examples)
    for (const key of [...uses.asked, ...uses.lacking]) {
      const known = creators.get(key) ?? new Set();
      if (known.size < leastCreators) creators.set(key, known.add(creator));
    }
  return [...creators].flatMap(([key, known]) => (known.size < leastCreators ? [] : [key])).sort((a, b) => a - b);
}
