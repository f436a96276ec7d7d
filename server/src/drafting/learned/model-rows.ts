import { keyFinder } from './key-finder.ts';

/** A model's features and weights as stored. Weights have eight bits, and zeros are omitted. */
export interface StoredRows {
  /**
   * Hashes of the features that have weights, in ascending order; the entries of the i-th feature end at `rowEnds[i]`.
   */
  readonly keys: Uint32Array;
  readonly rowEnds: Uint32Array;
  readonly entryHeads: Uint8Array | Uint16Array;
  readonly entryWeights: Int8Array;
}

/** The rows of a model, each found by the hash of its feature. */
export interface ModelRows {
  /** Returns the row of a feature; -1 if the feature has no weights. */
  find(hash: number): number;
  /** Adds the weights of a row to sums[base + head]; does nothing for row -1. */
  add(sums: Int32Array, base: number, row: number): void;
}

/** Prepares the search for rows. */
export function modelRows({ keys, rowEnds, entryHeads, entryWeights }: StoredRows): ModelRows {
  return {
    find: keyFinder(keys),
    add(sums, base, row) {
      if (row < 0) return;
      const end = rowEnds[row] ?? 0;
      for (let entry = row === 0 ? 0 : (rowEnds[row - 1] ?? 0); entry < end; entry++) {
        const place = base + (entryHeads[entry] ?? 0);
        sums[place] = (sums[place] ?? 0) + (entryWeights[entry] ?? 0);
      }
    },
  };
}
