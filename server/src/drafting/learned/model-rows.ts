/** A model's features and weights as stored. Weights have eight bits, and zeros are omitted. */
export interface StoredRows {
  /** Hashes of the features that have weights; the entries of the i-th feature end at `rowEnds[i]`. */
  readonly keys: Uint32Array;
  readonly rowEnds: Uint32Array;
  readonly entryHeads: Uint8Array | Uint16Array;
  readonly entryWeights: Int8Array;
}

/** The rows of a model by the hash of their feature. */
export interface ModelRows {
  /** Returns the row of a feature; -1 if the feature has no weights. */
  find(hash: number): number;
  /** Adds the weights of a row to sums[base + head]; does nothing for row -1. */
  add(sums: Int32Array, base: number, row: number): void;
}

/**
 * Creates a hash table with open addressing. The table contains the hashes themselves, so that looking up a feature
 * without a row, which is the common case, usually takes one step.
 */
export function modelRows({ keys, rowEnds, entryHeads, entryWeights }: StoredRows): ModelRows {
  let size = 16;
  while (size < keys.length * 2) size *= 2;
  const mask = size - 1;
  // A hash is never 0, which marks an empty slot.
  const hashes = new Uint32Array(size);
  const places = new Int32Array(size);
  for (let row = 0; row < keys.length; row++) {
    const key = keys[row] ?? 0;
    let slot = key & mask;
    while (hashes[slot] !== 0) slot = (slot + 1) & mask;
    hashes[slot] = key;
    places[slot] = row;
  }
  return {
    find(hash) {
      for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
        const key = hashes[slot];
        if (key === hash) return places[slot] ?? -1;
        if (key === 0) return -1;
      }
    },
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
