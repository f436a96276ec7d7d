import { hintHash, pairHash, skipHash, squareOf, type Wording } from './features.ts';
import { modelRows, type StoredRows } from './model-rows.ts';
import { createWordShares, type WordShare } from './word-shares.ts';

/** A model that computes one linear score per head from hashed features. */
export interface LinearModel extends StoredRows {
  readonly heads: readonly string[];
  /** For each head: the value of one unit of a weight, and the constant that is added to the score. */
  readonly scales: Float64Array;
  readonly biases: Float64Array;
}

/** Writes the margins of the heads [head, last) over words[from, to) into `out`, at the positions of the heads. */
export type WriteMargins = (from: number, to: number, out: Float64Array, head: number, last: number) => void;

/** The scores of a text and of any stretch of it. Each word is looked up only once. */
export interface Scores {
  readonly words: number;
  /**
   * Returns the margin of each head over words[from, to), by default the whole text, and writes the margins into `out`
   * if given.
   */
  margins(from?: number, to?: number, out?: Float64Array): Float64Array;
  /**
   * Precomputes running sums of the heads [firstHead, lastHead), so that the returned function can score many ranges of
   * words quickly.
   */
  windows(firstHead: number, lastHead: number): WriteMargins;
}

const wordSquare = squareOf('word');
const pairSquare = squareOf('pair');
const skipSquare = squareOf('skip');
const pieceSquare = squareOf('piece');
const hintSquare = squareOf('hint');

/**
 * Creates the scorer of a model. The scorer caches the contributions of up to `mostWords` words. Weights are summed as
 * whole numbers, so identical input gives identical bytes on every machine.
 */
export function createScorer(model: LinearModel, mostWords?: number): (text: Wording) => Scores {
  const { scales, biases } = model;
  const width = model.heads.length;
  const rows = modelRows(model);
  const shareOf = createWordShares(rows, width, mostWords);
  // The cache stays small, because hints have only a few different names.
  const rowOfHint = new Map<string, number>();
  const findHint = (name: string): number => {
    const known = rowOfHint.get(name);
    if (known !== undefined) return known;
    const row = rows.find(hintHash(name));
    rowOfHint.set(name, row);
    return row;
  };
  const sums = new Int32Array(width);

  return ({ list, hints: allHints }) => {
    const words = list.length;
    const shares: WordShare[] = [];
    const pairs = new Int32Array(words).fill(-1);
    const skips = new Int32Array(words).fill(-1);
    let before = 0;
    let beforeThat = 0;
    for (const said of list) {
      const share = shareOf(said);
      const at = shares.push(share) - 1;
      if (at > 0) pairs[at] = rows.find(pairHash(before, share.own));
      if (at > 1) skips[at] = rows.find(skipHash(beforeThat, share.own));
      beforeThat = before;
      before = share.own;
    }
    const hints = allHints.filter(({ at }) => at < words);
    let lengths: Float64Array | undefined;
    let isSliced = false;

    const squaresIn = (from: number, to: number): number => {
      lengths ??= runningSquares(shares, hints);
      let squares = 0;
      for (let reach = 0; reach < 3; reach++) {
        const low = Math.min(to, from + reach);
        squares += (lengths[reach * (words + 1) + to] ?? 0) - (lengths[reach * (words + 1) + low] ?? 0);
      }
      return squares;
    };

    return {
      words,
      margins(from = 0, to = words, out = new Float64Array(width)) {
        sums.fill(0);
        for (let at = from; at < to; at++) {
          const share = shares[at];
          if (share !== undefined) addShare(sums, share);
          if (at > from) rows.add(sums, 0, pairs[at] ?? -1);
          if (at > from + 1) rows.add(sums, 0, skips[at] ?? -1);
        }
        for (const { at, name } of hints) if (at >= from && at < to) rows.add(sums, 0, findHint(name));
        // Adding floating-point numbers in a different order changes the last bits of the sum. Until the text is
        // sliced, its length is computed over the whole text in one fixed order.
        isSliced ||= from > 0 || to < words;
        const length = lengthOf(isSliced ? squaresIn(from, to) : squaresOf(shares, hints.length));
        for (let head = 0; head < width; head++)
          out[head] = ((sums[head] ?? 0) * (scales[head] ?? 0)) / length + (biases[head] ?? 0);
        return out;
      },
      windows(firstHead, lastHead) {
        const count = lastHead - firstHead;
        const plane = (words + 1) * count;
        const running = runningSums(firstHead, count);
        return (from, to, out, head, last) => {
          isSliced = true;
          const length = lengthOf(squaresIn(from, to));
          const one = plane + Math.min(to, from + 1) * count;
          const two = 2 * plane + Math.min(to, from + 2) * count;
          for (let at = head - firstHead; at < last - firstHead; at++) {
            const sum =
              (running[to * count + at] ?? 0) -
              (running[from * count + at] ?? 0) +
              (running[plane + to * count + at] ?? 0) -
              (running[one + at] ?? 0) +
              (running[2 * plane + to * count + at] ?? 0) -
              (running[two + at] ?? 0);
            out[firstHead + at] = (sum * (scales[firstHead + at] ?? 0)) / length + (biases[firstHead + at] ?? 0);
          }
        };
      },
    };

    /**
     * Returns running sums by reach. running[(reach * (words + 1) + i) * count + head] is the sum over all features of
     * that reach that end before word i.
     */
    function runningSums(firstHead: number, count: number): Int32Array {
      const plane = (words + 1) * count;
      const running = new Int32Array(plane * 3);
      const collect = (base: number): void => {
        for (let at = 0; at < count; at++) running[base + at] = (running[base + at] ?? 0) + (sums[firstHead + at] ?? 0);
      };
      for (let at = 0; at < words; at++) {
        const share = shares[at];
        sums.fill(0);
        if (share !== undefined) addShare(sums, share);
        collect((at + 1) * count);
        for (let reach = 1; reach < 3; reach++) {
          const row = (reach === 1 ? pairs : skips)[at] ?? -1;
          if (row < 0) continue;
          sums.fill(0);
          rows.add(sums, 0, row);
          collect(reach * plane + (at + 1) * count);
        }
      }
      for (const { at, name } of hints) {
        sums.fill(0);
        rows.add(sums, 0, findHint(name));
        collect((at + 1) * count);
      }
      for (let reach = 0; reach < 3; reach++)
        for (let place = reach * plane + count; place < (reach + 1) * plane; place++)
          running[place] = (running[place] ?? 0) + (running[place - count] ?? 0);
      return running;
    }
  };
}

function addShare(sums: Int32Array, { room, from, to }: WordShare): void {
  for (let at = from; at < to; at++) {
    const entry = room[at] ?? 0;
    sums[entry & 4095] = (sums[entry & 4095] ?? 0) + (entry >> 12);
  }
}

/** Returns the sum of a text's squared feature values, added in feature order. */
function squaresOf(shares: readonly WordShare[], hints: number): number {
  let squares = 0;
  for (let at = 0; at < shares.length; at++) {
    squares += wordSquare;
    if (at > 0) squares += pairSquare;
    if (at > 1) squares += skipSquare;
    for (let count = shares[at]?.pieces ?? 0; count > 0; count--) squares += pieceSquare;
  }
  for (let count = 0; count < hints; count++) squares += hintSquare;
  return squares;
}

/**
 * Returns running sums of the squares by reach. [reach * (words + 1) + i] is the sum over all features of that reach
 * that end before word i.
 */
function runningSquares(shares: readonly WordShare[], hints: readonly { readonly at: number }[]): Float64Array {
  const plane = shares.length + 1;
  const lengths = new Float64Array(plane * 3);
  shares.forEach(({ square }, at) => {
    lengths[at + 1] = square;
    if (at > 0) lengths[plane + at + 1] = pairSquare;
    if (at > 1) lengths[2 * plane + at + 1] = skipSquare;
  });
  for (const { at } of hints) lengths[at + 1] = (lengths[at + 1] ?? 0) + hintSquare;
  for (let reach = 0; reach < 3; reach++)
    for (let place = reach * plane + 1; place < (reach + 1) * plane; place++)
      lengths[place] = (lengths[place] ?? 0) + (lengths[place - 1] ?? 0);
  return lengths;
}

/**
 * Returns the length of a feature vector; 1 if it has no features, when rounding may leave the sum slightly above zero.
 */
function lengthOf(squares: number): number {
  return squares > 1e-9 ? Math.sqrt(squares) : 1;
}
