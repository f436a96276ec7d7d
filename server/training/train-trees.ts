import { createDice } from '../src/drafting/learned/dice.ts';
import { sigmoid } from '../src/drafting/learned/probabilities.ts';
import type { Trees } from '../src/drafting/learned/trees.ts';

export interface TreeOptions {
  readonly trees: number;
  /** The maximum number of splits from the root to a leaf. */
  readonly depth: number;
  /** The share of each tree's correction that is applied, 0 to 1. */
  readonly rate: number;
  /**
   * The minimum sum of the second derivative in a leaf, and the amount added to it: both keep leaves from fitting a few
   * examples.
   */
  readonly leastLeaf: number;
  readonly penalty: number;
  /** The share of examples that each tree sees, 0 to 1. */
  readonly share: number;
  readonly seed: number;
}

const mostBins = 48;
const stride = (mostBins + 1) * 2;

/**
 * Trains gradient boosted trees for a probability (Friedman 2001; second-order gains as in Chen and Guestrin 2016,
 * histograms as in LightGBM). Every row has the same number of values. The same rows and seed give the same trees on
 * any machine.
 */
export function trainTrees(
  rows: readonly Float64Array[],
  labels: readonly (0 | 1)[],
  weights: readonly number[],
  options: TreeOptions,
): Trees {
  const width = rows[0]?.length ?? 0;
  const borders = Array.from({ length: width }, (_, feature) => bordersOf(rows, feature));
  // The bins are stored row by row, so that a histogram of all features is filled in one pass over the rows of a node.
  const bins = new Uint8Array(rows.length * width);
  rows.forEach((row, at) => {
    for (let feature = 0; feature < width; feature++)
      bins[at * width + feature] = binOf(borders[feature] ?? [], row[feature] ?? 0);
  });
  const positive = labels.reduce<number>((sum, label, at) => sum + label * (weights[at] ?? 1), 0);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const base = Math.log(positive / Math.max(1e-9, total - positive));
  const sums = new Float64Array(rows.length).fill(base);
  const first = new Float64Array(rows.length);
  const second = new Float64Array(rows.length);
  const dice = createDice(options.seed);
  const features: number[] = [];
  const thresholds: number[] = [];
  const lefts: number[] = [];
  const roots: number[] = [];
  for (let tree = 0; tree < options.trees; tree++) {
    for (let row = 0; row < rows.length; row++) {
      const chance = sigmoid(sums[row] ?? 0);
      const weight = weights[row] ?? 1;
      first[row] = (chance - (labels[row] ?? 0)) * weight;
      second[row] = chance * (1 - chance) * weight;
    }
    const seen: number[] = [];
    for (let row = 0; row < rows.length; row++) if (dice.below(1_000) < options.share * 1_000) seen.push(row);
    roots.push(grow(Int32Array.from(seen)));
    const root = roots.at(-1) ?? 0;
    for (let row = 0; row < rows.length; row++) {
      let node = root;
      while ((features[node] ?? -1) >= 0)
        node = (lefts[node] ?? 0) + ((rows[row]?.[features[node] ?? 0] ?? 0) < (thresholds[node] ?? 0) ? 0 : 1);
      sums[row] = (sums[row] ?? 0) + (thresholds[node] ?? 0);
    }
  }
  return { base: round(base), roots, features, thresholds, lefts };

  /** Appends the node for these rows with its whole subtree, children side by side; returns its index. */
  function grow(members: Int32Array): number {
    const node = features.push(-1) - 1;
    thresholds.push(0);
    lefts.push(0);
    settle(node, members, histogramOf(members), 0);
    return node;
  }

  function settle(node: number, members: Int32Array, histogram: Float64Array, depth: number): void {
    let gradient = 0;
    let curve = 0;
    for (const row of members) {
      gradient += first[row] ?? 0;
      curve += second[row] ?? 0;
    }
    const best = depth < options.depth ? bestSplit(histogram, gradient, curve) : null;
    if (best === null) {
      thresholds[node] = round((-gradient / (curve + options.penalty)) * options.rate);
      return;
    }
    const isLeft = (row: number): boolean => (bins[row * width + best.feature] ?? 0) <= best.bin;
    const left = members.filter(isLeft);
    const right = members.filter((row) => !isLeft(row));
    const place = features.push(-1, -1) - 2;
    thresholds.push(0, 0);
    lefts.push(0, 0);
    features[node] = best.feature;
    thresholds[node] = borders[best.feature]?.[best.bin] ?? 0;
    lefts[node] = place;
    const isLeaf = depth + 1 >= options.depth;
    const none = histogram.subarray(0, 0);
    // The larger child's histogram is the parent's minus the smaller child's.
    const small = isLeaf ? none : histogramOf(left.length < right.length ? left : right);
    const large = isLeaf ? none : histogram.map((value, at) => value - (small[at] ?? 0));
    settle(place, left, left.length < right.length ? small : large, depth + 1);
    settle(place + 1, right, left.length < right.length ? large : small, depth + 1);
  }

  /** Returns the sums of both derivatives by feature and bin. */
  function histogramOf(members: Int32Array): Float64Array {
    const histogram = new Float64Array(width * stride);
    for (const row of members) {
      const base = row * width;
      const g = first[row] ?? 0;
      const h = second[row] ?? 0;
      for (let feature = 0; feature < width; feature++) {
        const at = feature * stride + (bins[base + feature] ?? 0) * 2;
        histogram[at] = (histogram[at] ?? 0) + g;
        histogram[at + 1] = (histogram[at + 1] ?? 0) + h;
      }
    }
    return histogram;
  }

  function bestSplit(histogram: Float64Array, gradient: number, curve: number) {
    let best: { feature: number; bin: number; gain: number } | null = null;
    const whole = (gradient * gradient) / (curve + options.penalty);
    for (let feature = 0; feature < width; feature++) {
      const count = borders[feature]?.length ?? 0;
      let g = 0;
      let h = 0;
      for (let bin = 0; bin < count; bin++) {
        const at = feature * stride + bin * 2;
        g += histogram[at] ?? 0;
        h += histogram[at + 1] ?? 0;
        const other = curve - h;
        if (h < options.leastLeaf || other < options.leastLeaf) continue;
        const rest = gradient - g;
        const gain = (g * g) / (h + options.penalty) + (rest * rest) / (other + options.penalty) - whole;
        if (gain > (best?.gain ?? 1e-6)) best = { feature, bin, gain };
      }
    }
    return best;
  }
}

/**
 * Returns the values at which a feature may be split, in ascending order, at most `mostBins`, each to four decimals. A
 * value below the i-th is in bin i or lower.
 */
function bordersOf(rows: readonly Float64Array[], feature: number): number[] {
  const values = Float64Array.from(rows, (row) => row[feature] ?? 0).sort();
  const borders: number[] = [];
  for (let part = 1; part < mostBins; part++) {
    const at = Math.floor((part * values.length) / mostBins);
    const border = round(((values[at] ?? 0) + (values[Math.max(0, at - 1)] ?? 0)) / 2);
    if (border > (borders.at(-1) ?? Number.NEGATIVE_INFINITY) && border > (values[0] ?? 0)) borders.push(border);
  }
  // A feature with fewer than two borders, such as a flag that few rows have, gets borders where its sorted values
  // first change.
  for (let at = 1; at < values.length && borders.length < mostBins; at++)
    if ((values[at] ?? 0) > (values[at - 1] ?? 0) && borders.length < 2)
      borders.push(round(((values[at] ?? 0) + (values[at - 1] ?? 0)) / 2));
  return [...new Set(borders)].sort((a, b) => a - b);
}

function binOf(borders: readonly number[], value: number): number {
  let bin = 0;
  while (bin < borders.length && value >= (borders[bin] ?? 0)) bin += 1;
  return bin;
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
