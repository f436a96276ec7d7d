import { type Features, kindValues } from './features.ts';

/** One linear score per head over hashed features, as stored: weights in eight bits, only those that matter. */
export interface LinearModel {
  readonly heads: readonly string[];
  /** Hashes of the features that count; `rowEnds[i]` is where the entries of the i-th end. */
  readonly keys: Uint32Array;
  readonly rowEnds: Uint32Array;
  readonly entryHeads: Uint8Array;
  readonly entryWeights: Int8Array;
  /** What one unit of a weight is worth, and what is added, for each head. */
  readonly scales: Float64Array;
  readonly biases: Float64Array;
}

/** The scores of a text and of every window in it, from one pass over its features. */
export interface Scores {
  readonly words: number;
  /**
   * The margin of each head, or of those in [firstHead, lastHead), over words[from, to): the whole text without bounds. Written
   * into `out` when given.
   */
  margins(from?: number, to?: number, out?: Float64Array, firstHead?: number, lastHead?: number): Float64Array;
}

/** Makes a scorer of a model: look-up by open addressing, sums in whole numbers, so equal input gives equal bytes anywhere. */
export function createScorer(model: LinearModel): (features: Features) => Scores {
  const { keys, rowEnds, entryHeads, entryWeights, scales, biases, heads } = model;
  const width = heads.length;
  let size = 16;
  while (size < keys.length * 2) size *= 2;
  const mask = size - 1;
  const slots = new Int32Array(size).fill(-1);
  for (let row = 0; row < keys.length; row++) {
    let slot = (keys[row] ?? 0) & mask;
    while (slots[slot] !== -1) slot = (slot + 1) & mask;
    slots[slot] = row;
  }
  const find = (hash: number): number => {
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const row = slots[slot] ?? -1;
      if (row === -1 || keys[row] === hash) return row;
    }
  };
  const addRow = (sums: Int32Array, base: number, row: number): void => {
    const end = rowEnds[row] ?? 0;
    for (let entry = row === 0 ? 0 : (rowEnds[row - 1] ?? 0); entry < end; entry++) {
      const place = base + (entryHeads[entry] ?? 0);
      sums[place] = (sums[place] ?? 0) + (entryWeights[entry] ?? 0);
    }
  };
  /** The whole text alone, at a fraction of the price of all windows. */
  const wholeOf = ({ hashes, kinds }: Features): { sums: Int32Array; squares: number } => {
    const sums = new Int32Array(width);
    let squares = 0;
    for (let index = 0; index < hashes.length; index++) {
      const value = kindValues[kinds[index] ?? 0] ?? 0;
      squares += value * value;
      const row = find(hashes[index] ?? 0);
      if (row !== -1) addRow(sums, 0, row);
    }
    return { sums, squares };
  };
  return (features) => {
    const { words } = features;
    let planes: ReturnType<typeof planesOf> | undefined;
    let whole: ReturnType<typeof wholeOf> | undefined;
    return {
      words,
      margins(from = 0, to = words, out = new Float64Array(width), firstHead = 0, lastHead = width) {
        if (planes === undefined && from === 0 && to === words) {
          whole ??= wholeOf(features);
          const length = lengthOf(whole.squares);
          for (let head = firstHead; head < lastHead; head++)
            out[head] = ((whole.sums[head] ?? 0) * (scales[head] ?? 0)) / length + (biases[head] ?? 0);
          return out;
        }
        planes ??= planesOf(features);
        const { sums, lengths, plane } = planes;
        let squares = 0;
        for (let reach = 0; reach < 3; reach++) {
          const low = Math.min(to, from + reach);
          squares += (lengths[reach * (words + 1) + to] ?? 0) - (lengths[reach * (words + 1) + low] ?? 0);
        }
        const length = lengthOf(squares);
        const one = plane + Math.min(to, from + 1) * width;
        const two = 2 * plane + Math.min(to, from + 2) * width;
        for (let head = firstHead; head < lastHead; head++) {
          const sum =
            (sums[to * width + head] ?? 0) -
            (sums[from * width + head] ?? 0) +
            (sums[plane + to * width + head] ?? 0) -
            (sums[one + head] ?? 0) +
            (sums[2 * plane + to * width + head] ?? 0) -
            (sums[two + head] ?? 0);
          out[head] = (sum * (scales[head] ?? 0)) / length + (biases[head] ?? 0);
        }
        return out;
      },
    };
  };

  /** Running sums by reach: sums[(reach * (words + 1) + i) * width + head] holds all features of that reach that end before word i. */
  function planesOf({ words, hashes, at, reaches, kinds }: Features) {
    const plane = (words + 1) * width;
    const sums = new Int32Array(plane * 3);
    const lengths = new Float64Array((words + 1) * 3);
    for (let index = 0; index < hashes.length; index++) {
      const reach = reaches[index] ?? 0;
      const after = (at[index] ?? 0) + 1;
      const value = kindValues[kinds[index] ?? 0] ?? 0;
      lengths[reach * (words + 1) + after] = (lengths[reach * (words + 1) + after] ?? 0) + value * value;
      const row = find(hashes[index] ?? 0);
      if (row !== -1) addRow(sums, reach * plane + after * width, row);
    }
    for (let reach = 0; reach < 3; reach++) {
      const start = reach * plane;
      for (let place = start + width; place < start + plane; place++)
        sums[place] = (sums[place] ?? 0) + (sums[place - width] ?? 0);
      const first = reach * (words + 1);
      for (let place = first + 1; place <= first + words; place++)
        lengths[place] = (lengths[place] ?? 0) + (lengths[place - 1] ?? 0);
    }
    return { sums, lengths, plane };
  }
}

/** Of the features taken as a vector; floating sums end a hair above nought where there are none. */
function lengthOf(squares: number): number {
  return squares > 1e-9 ? Math.sqrt(squares) : 1;
}
