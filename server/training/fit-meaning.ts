import { rarityOf } from '../src/drafting/answer/word-rarity.ts';
import { createDice } from '../src/drafting/learned/dice.ts';
import { exp } from '../src/drafting/learned/probabilities.ts';
import { dimensions } from '../src/drafting/meaning/dimensions.ts';
import { pairOf } from '../src/drafting/meaning/pair-of.ts';
import { addUnknown } from '../src/drafting/meaning/word-meanings.ts';
import type { Theme, Themes } from './meaning-texts.ts';

const epochs = 16;
/**
 * The step size of the first epoch (AdaGrad, one sum of squares for each word). It decreases almost to zero in the last
 * epoch.
 */
const firstRate = 0.1;
/** The factor for the similarity of two texts before the softmax. */
const sharpness = 10;
/** The minimum number of texts in which a word, and a pair of words, must occur. */
const leastTexts = { word: 2, pair: 4 } as const;
/** The weight of a pair relative to its words, which are weighted by rarity. */
const pairWeight = 1.5;
/** The maximum number of themes in one batch. */
const mostThemes = 40;

export interface FittedMeaning {
  readonly keys: readonly number[];
  /** `dimensions` numbers for each key. */
  readonly rows: Float32Array;
  /** The length of the vector of any other word. */
  readonly unknown: number;
}

interface Text {
  readonly places: Int32Array;
  readonly weights: Float32Array;
  /** The contribution of words without their own row. */
  readonly rest: Float32Array | null;
}
interface Vector {
  readonly values: Float32Array;
  readonly length: number;
  readonly slope: Float32Array;
}
interface Example {
  readonly text: Text;
  readonly theme: number;
}
interface ReadTheme {
  readonly texts: readonly Text[];
  readonly messages: readonly Text[];
  readonly nearMisses: readonly Text[];
}

/**
 * Fits word vectors such that texts of one theme are similar, and those of the same creator's other themes are not: a
 * softmax over the similarity of one text with texts of all themes (in-batch negatives, as in Henderson et al. 2017),
 * where near misses are separate themes. The same texts give the same vectors on every machine. `progress` counts
 * epochs.
 */
export function fitMeaning(
  all: readonly Themes[],
  progress: (done: number, of: number) => void = () => {},
): FittedMeaning {
  const dice = createDice(5);
  const { keys, pairs } = frequentKeys(all);
  const placeOf = new Map(keys.map((key, place) => [key, place]));
  const unknown = Math.fround(rarityOf(0));
  const rows = new Float32Array(keys.length * dimensions);
  // Words start far apart from each other, and pairs start at zero.
  keys.forEach((key, place) => {
    if (!pairs.has(key)) addUnknown(rows.subarray(place * dimensions, (place + 1) * dimensions), key, 1);
  });
  const squares = new Float32Array(keys.length).fill(0.01);
  const read = all.map(({ themes, batches: count }) => ({
    count,
    themes: themes.map((theme) => readTheme(theme, placeOf, unknown)).filter(({ texts }) => texts.length > 1),
  }));
  const batches = read.flatMap(({ count, themes }, at) =>
    themes.length < 2 ? [] : Array.from({ length: count }, () => at),
  );
  for (let epoch = 1; epoch <= epochs; epoch++) {
    const rate = firstRate * (1 - epoch / (epochs + 1));
    dice.shuffle(batches);
    for (const at of batches) step(...batchOf(read[at]?.themes ?? [], dice), rate);
    progress(epoch, epochs);
  }
  const weighted = rows.slice();
  keys.forEach((key, place) => {
    const weight = pairs.has(key) ? pairWeight : rarityOf(key);
    for (let at = place * dimensions; at < (place + 1) * dimensions; at++) weighted[at] = (weighted[at] ?? 0) * weight;
  });
  return { keys, rows: weighted, unknown };

  function step(asked: readonly Example[], answers: readonly Example[], rate: number): void {
    const left = asked.map(({ text }) => vectorOf(text));
    const right = answers.map(({ text }) => vectorOf(text));
    const chances = new Float64Array(right.length);
    left.forEach((one, at) => {
      let most = Number.NEGATIVE_INFINITY;
      right.forEach((other, place) => {
        let product = 0;
        for (let d = 0; d < dimensions; d++) product += (one.values[d] ?? 0) * (other.values[d] ?? 0);
        chances[place] = product * sharpness;
        most = Math.max(most, chances[place] ?? 0);
      });
      let sum = 0;
      let own = 0;
      right.forEach((_, place) => {
        const part = exp((chances[place] ?? 0) - most);
        chances[place] = part;
        sum += part;
        if (answers[place]?.theme === asked[at]?.theme) own += part;
      });
      if (own === 0) return;
      right.forEach((other, place) => {
        const part = chances[place] ?? 0;
        const wanted = answers[place]?.theme === asked[at]?.theme ? part / own : 0;
        const error = (part / sum - wanted) * sharpness;
        if (Math.abs(error) < 1e-3) return;
        for (let d = 0; d < dimensions; d++) {
          one.slope[d] = (one.slope[d] ?? 0) + error * (other.values[d] ?? 0);
          other.slope[d] = (other.slope[d] ?? 0) + error * (one.values[d] ?? 0);
        }
      });
    });
    for (const [at, { text }] of asked.entries()) descend(text, left[at], rate);
    for (const [at, { text }] of answers.entries()) descend(text, right[at], rate);
  }

  function vectorOf({ places, weights, rest }: Text): Vector {
    const values = rest === null ? new Float32Array(dimensions) : rest.slice();
    for (let at = 0; at < places.length; at++) {
      const from = (places[at] ?? 0) * dimensions;
      const weight = weights[at] ?? 0;
      for (let d = 0; d < dimensions; d++) values[d] = (values[d] ?? 0) + (rows[from + d] ?? 0) * weight;
    }
    let square = 1e-6;
    for (const value of values) square += value * value;
    const length = Math.sqrt(square);
    for (let d = 0; d < dimensions; d++) values[d] = (values[d] ?? 0) / length;
    return { values, length, slope: new Float32Array(dimensions) };
  }

  /** Takes one step for all words of a text, along the gradient of its unit vector. */
  function descend({ places, weights }: Text, vector: Vector | undefined, rate: number): void {
    if (vector === undefined) return;
    const { values, length, slope } = vector;
    let along = 0;
    for (let d = 0; d < dimensions; d++) along += (slope[d] ?? 0) * (values[d] ?? 0);
    let size = 0;
    for (let d = 0; d < dimensions; d++) {
      slope[d] = (slope[d] ?? 0) - along * (values[d] ?? 0);
      size += (slope[d] ?? 0) ** 2;
    }
    for (let at = 0; at < places.length; at++) {
      const place = places[at] ?? 0;
      const part = (weights[at] ?? 0) / length;
      squares[place] = (squares[place] ?? 0) + (size * part * part) / dimensions;
      const factor = (rate * part) / Math.sqrt(squares[place] ?? 1);
      const from = place * dimensions;
      for (let d = 0; d < dimensions; d++) rows[from + d] = (rows[from + d] ?? 0) - factor * (slope[d] ?? 0);
    }
  }
}

/**
 * Picks one text of each theme as a question. Then picks one or two texts of each theme, and some near misses, as the
 * texts to compare it with.
 */
function batchOf(themes: readonly ReadTheme[], dice: ReturnType<typeof createDice>): [Example[], Example[]] {
  const pick = (list: readonly Text[]): Text[] => list.slice(dice.below(list.length)).slice(0, 1);
  const order = themes.map((_, at) => at);
  if (order.length > mostThemes) dice.shuffle(order);
  const asked: Example[] = [];
  const answers: Example[] = [];
  for (const theme of order.slice(0, mostThemes)) {
    const { texts, messages, nearMisses } = themes[theme] ?? { texts: [], messages: [], nearMisses: [] };
    const isMessage = messages.length > 0 && dice.below(4) === 0;
    for (const text of pick(isMessage ? messages : texts)) asked.push({ text, theme });
    for (const text of pick(texts)) answers.push({ text, theme });
    if (dice.below(2) === 0) for (const text of texts.slice(0, 1)) answers.push({ text, theme });
    if (nearMisses.length > 0 && dice.below(3) === 0)
      for (const text of pick(nearMisses)) answers.push({ text, theme: themes.length + theme });
  }
  const own = new Set(asked.map(({ text }) => text));
  return [asked, answers.filter(({ text }) => !own.has(text))];
}

function readTheme(theme: Theme, placeOf: ReadonlyMap<number, number>, unknown: number): ReadTheme {
  const read = (words: readonly number[]): Text => {
    const places: number[] = [];
    const weights: number[] = [];
    let rest: Float32Array | null = null;
    words.forEach((word, at) => {
      const place = placeOf.get(word);
      if (place !== undefined) {
        places.push(place);
        weights.push(rarityOf(word));
      } else {
        rest ??= new Float32Array(dimensions);
        addUnknown(rest, word, unknown);
      }
      const pair = at === 0 ? undefined : placeOf.get(pairOf(words[at - 1] ?? 0, word));
      if (pair === undefined) return;
      places.push(pair);
      weights.push(pairWeight);
    });
    return { places: Int32Array.from(places), weights: Float32Array.from(weights), rest };
  };
  return {
    texts: theme.texts.map(read),
    messages: theme.messages.map(read),
    nearMisses: theme.nearMisses.map(read),
  };
}

/** Returns the words and pairs that occur in enough texts, in ascending order, and which of them are pairs. */
function frequentKeys(all: readonly Themes[]): { keys: number[]; pairs: ReadonlySet<number> } {
  const words = new Map<number, number>();
  const inRow = new Map<number, number>();
  eachText(all, (text) => {
    text.forEach((word, at) => {
      words.set(word, (words.get(word) ?? 0) + 1);
      if (at === 0) return;
      const pair = pairOf(text[at - 1] ?? 0, word);
      inRow.set(pair, (inRow.get(pair) ?? 0) + 1);
    });
  });
  const frequent = (counts: ReadonlyMap<number, number>, least: number): number[] =>
    [...counts].filter(([, count]) => count >= least).map(([key]) => key);
  // A key that is also a word belongs to the word.
  const pairs = frequent(inRow, leastTexts.pair).filter((key) => !words.has(key));
  return {
    keys: [...frequent(words, leastTexts.word), ...pairs].sort((a, b) => a - b),
    pairs: new Set(pairs),
  };
}

function eachText(all: readonly Themes[], visit: (text: readonly number[]) => void): void {
  for (const { themes } of all)
    for (const { texts, messages, nearMisses } of themes)
      for (const text of [...texts, ...messages, ...nearMisses]) visit(text);
}
