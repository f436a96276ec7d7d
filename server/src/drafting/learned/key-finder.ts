/** About this many keys have the same upper bits. A search therefore compares few keys, and the table stays small. */
const keysPerBucket = 4;

/**
 * Returns a function that finds the position of a key; -1 if it is not among the keys. `keys` are hashes in ascending
 * order. The search uses a table that contains the first key for each value of the upper bits. Hashes are evenly
 * distributed, so few keys have the same upper bits. The table is much smaller than a map and quicker to create. This
 * matters because many classifiers are loaded and kept in memory.
 */
export function keyFinder(keys: Uint32Array): (key: number) => number {
  let bits = 1;
  while (bits < 24 && 2 ** bits * keysPerBucket < keys.length) bits += 1;
  const shift = 32 - bits;
  const starts = new Uint32Array(2 ** bits + 1);
  let filled = 0;
  for (let at = 0; at < keys.length; at++)
    for (const bucket = (keys[at] ?? 0) >>> shift; filled < bucket; ) starts[++filled] = at;
  starts.fill(keys.length, filled + 1);
  return (key) => {
    const bucket = key >>> shift;
    const end = starts[bucket + 1] ?? 0;
    for (let at = starts[bucket] ?? 0; at < end; at++) if (keys[at] === key) return at;
    return -1;
  };
}
