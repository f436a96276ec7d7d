/**
 * Boosted trees as stored. A node with the feature -1 is a leaf, and its threshold is the value that it adds. Any other
 * node sends a text left (to `lefts[node]`) if its feature is below the threshold, otherwise right (to the node after
 * that).
 */
export interface Trees {
  readonly base: number;
  readonly roots: readonly number[];
  readonly features: readonly number[];
  readonly thresholds: readonly number[];
  readonly lefts: readonly number[];
}

/** The sum of all trees for a row of features: the log-odds. */
export function sumOfTrees({ base, roots, features, thresholds, lefts }: Trees, row: Readonly<Float64Array>): number {
  let sum = base;
  for (const root of roots) {
    let node = root;
    for (let feature = features[node] ?? -1; feature >= 0; feature = features[node] ?? -1)
      node = (lefts[node] ?? 0) + ((row[feature] ?? 0) < (thresholds[node] ?? 0) ? 0 : 1);
    sum += thresholds[node] ?? 0;
  }
  return sum;
}
