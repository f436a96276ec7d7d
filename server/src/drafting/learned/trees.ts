/**
 * Boosted trees in their stored form. A node with the feature -1 is a leaf, and its threshold is the value that it adds
 * to the sum. Any other node continues to the left (at `lefts[node]`) if its feature is below the threshold, and
 * otherwise to the right (at `lefts[node] + 1`).
 */
export interface Trees {
  readonly base: number;
  readonly roots: ArrayLike<number>;
  readonly features: ArrayLike<number>;
  readonly thresholds: ArrayLike<number>;
  readonly lefts: ArrayLike<number>;
}

/** Returns the same trees in arrays, which take a third of the memory and less time to read. */
export function packed({ base, roots, features, thresholds, lefts }: Trees): Trees {
  return {
    base,
    roots: Int32Array.from(roots),
    features: Int16Array.from(features),
    thresholds: Float64Array.from(thresholds),
    lefts: Int32Array.from(lefts),
  };
}

/** Returns the sum of all trees for a row of features: the log-odds. */
export function sumOfTrees({ base, roots, features, thresholds, lefts }: Trees, row: Readonly<Float64Array>): number {
  let sum = base;
  for (let tree = 0; tree < roots.length; tree++) {
    let node = roots[tree] ?? 0;
    for (let feature = features[node] ?? -1; feature >= 0; feature = features[node] ?? -1)
      node = (lefts[node] ?? 0) + ((row[feature] ?? 0) < (thresholds[node] ?? 0) ? 0 : 1);
    sum += thresholds[node] ?? 0;
  }
  return sum;
}
