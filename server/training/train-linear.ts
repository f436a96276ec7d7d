import { type Features, kindValues } from '../src/drafting/learned/features.ts';
import type { LinearModel } from '../src/drafting/learned/linear-model.ts';
import { role, type SharedRows } from './descend.ts';
import { shared, trainHeads } from './train-heads.ts';

export interface Example {
  readonly features: Features;
  /** The heads for which it is a positive example; for all others it is a negative one. */
  readonly positive: ReadonlySet<number>;
}

export interface LinearOptions {
  /** The cost of a wrong example; a higher cost fits more closely. */
  readonly cost: number;
  /** The factor for the cost of positive examples, for each head. */
  readonly positiveCost?: (head: number) => number;
  /** Whether the example counts for the head; by default, all do. */
  readonly counts?: (head: number, example: number) => boolean;
  /** The minimum number of examples in which a feature must occur. */
  readonly leastExamples: number;
  /** The maximum number of weights over all heads. */
  readonly mostEntries: number;
  readonly rounds: number;
  readonly seed: number;
}

/**
 * Trains one linear support vector machine per head against all the rest (squared hinge, dual coordinate descent),
 * keeps the largest weights, retrains them, and rounds them to eight bits. The same examples and seed give the same
 * bytes on every machine, because the training uses only additions, multiplications, divisions and square roots in a
 * fixed order.
 */
export function trainLinear(
  examples: readonly Example[],
  heads: readonly string[],
  options: LinearOptions,
  progress: (done: number, of: number) => void = () => {},
): LinearModel {
  const keys = frequentKeys(examples, options.leastExamples);
  const rows = rowsOf(examples, keys, heads.length, options);
  const width = keys.length;
  const all = { weights: shared(Float64Array, heads.length * width), biases: shared(Float64Array, heads.length) };
  const trained = heads.map((_, head) => ({
    weights: all.weights.subarray(head * width, (head + 1) * width),
    biases: all.biases.subarray(head, head + 1),
  }));
  const { rounds, seed } = options;
  trainHeads(rows, all, { rounds, seed, least: 0 }, (done) => progress(done, heads.length * 2));
  const least = leastKept(trained, options.mostEntries);
  trainHeads(rows, all, { rounds, seed, least }, (done) => progress(heads.length + done, heads.length * 2));
  return pack(heads, keys, trained, kindOfKeys(examples, keys));
}

/** Returns the hashes that occur in enough examples, in ascending order. */
function frequentKeys(examples: readonly Example[], least: number): Uint32Array {
  const seenIn = new Map<number, { last: number; count: number }>();
  examples.forEach(({ features }, index) => {
    for (const hash of features.hashes) {
      const entry = seenIn.get(hash);
      if (entry === undefined) seenIn.set(hash, { last: index, count: 1 });
      else if (entry.last !== index) {
        entry.last = index;
        entry.count += 1;
      }
    }
  });
  const keys = [...seenIn].filter(([, entry]) => entry.count >= least).map(([hash]) => hash);
  return Uint32Array.from(keys).sort();
}

function kindOfKeys(examples: readonly Example[], keys: Uint32Array): Uint8Array {
  const columnOf = new Map([...keys].map((key, column) => [key, column]));
  const kinds = new Uint8Array(keys.length);
  for (const { features } of examples) {
    features.hashes.forEach((hash, index) => {
      const column = columnOf.get(hash);
      if (column !== undefined) kinds[column] = features.kinds[index] ?? 0;
    });
  }
  return kinds;
}

/**
 * Creates sparse rows with unit length over all features, including the rare ones: unknown words make every score
 * smaller.
 */
function rowsOf(
  examples: readonly Example[],
  keys: Uint32Array,
  heads: number,
  { cost, positiveCost, counts }: LinearOptions,
): SharedRows {
  const columnOf = new Map([...keys].map((key, column) => [key, column]));
  const starts = shared(Uint32Array, examples.length + 1);
  const columns: number[] = [];
  const values: number[] = [];
  const squares = shared(Float64Array, examples.length);
  examples.forEach(({ features }, row) => {
    let length = 0;
    const sums = new Map<number, number>();
    features.hashes.forEach((hash, index) => {
      const value = kindValues[features.kinds[index] ?? 0] ?? 0;
      length += value * value;
      const column = columnOf.get(hash);
      if (column !== undefined) sums.set(column, (sums.get(column) ?? 0) + value);
    });
    const unit = length > 0 ? 1 / Math.sqrt(length) : 1;
    let square = 1; // the bias is one more feature, always 1
    for (const [column, sum] of sums) {
      columns.push(column);
      values.push(sum * unit);
      square += sum * unit * sum * unit;
    }
    squares[row] = square;
    starts[row + 1] = columns.length;
  });
  const roles = shared(Uint8Array, heads * examples.length);
  const positiveCosts = shared(Float64Array, heads);
  for (let head = 0; head < heads; head++) {
    positiveCosts[head] = cost * (positiveCost?.(head) ?? 1);
    examples.forEach(({ positive }, row) => {
      if (counts?.(head, row) ?? true)
        roles[head * examples.length + row] = positive.has(head) ? role.positive : role.negative;
    });
  }
  const sharedColumns = shared(Uint32Array, columns.length);
  sharedColumns.set(columns);
  const sharedValues = shared(Float64Array, values.length);
  sharedValues.set(values);
  return {
    width: keys.length,
    starts,
    columns: sharedColumns,
    values: sharedValues,
    squares,
    roles,
    positiveCosts,
    cost,
  };
}

interface Head {
  readonly weights: Float64Array;
  /** The head's bias, in an array of one number. */
  readonly biases: Float64Array;
}

/** Returns the smallest absolute value of a weight to keep, so that at most `most` weights are kept over all heads. */
function leastKept(heads: readonly Head[], most: number): number {
  const sizes = heads.flatMap(({ weights }) => [...weights].map(Math.abs).filter((size) => size > 1e-6));
  if (sizes.length <= most) return 1e-6;
  const sorted = Float64Array.from(sizes).sort();
  // Of several equal weights, either all are kept or none.
  let first = sorted.length - most;
  while (first < sorted.length && sorted[first] === sorted[first - 1]) first += 1;
  return sorted[first] ?? Number.POSITIVE_INFINITY;
}

function pack(heads: readonly string[], keys: Uint32Array, trained: readonly Head[], kinds: Uint8Array): LinearModel {
  const scales = trained.map(({ weights }) => {
    let most = 0;
    for (let column = 0; column < weights.length; column++)
      most = Math.max(most, Math.abs((weights[column] ?? 0) * (kindValues[kinds[column] ?? 0] ?? 0)));
    return Math.fround(most > 0 ? most / 127 : 1);
  });
  const kept: number[] = [];
  const ends: number[] = [];
  const entryHeads: number[] = [];
  const entryWeights: number[] = [];
  for (let column = 0; column < keys.length; column++) {
    const before = entryHeads.length;
    const value = kindValues[kinds[column] ?? 0] ?? 0;
    trained.forEach(({ weights }, head) => {
      const rounded = Math.round(((weights[column] ?? 0) * value) / (scales[head] ?? 1));
      if (rounded === 0) return;
      entryHeads.push(head);
      entryWeights.push(rounded);
    });
    if (entryHeads.length === before) continue;
    kept.push(keys[column] ?? 0);
    ends.push(entryHeads.length);
  }
  return {
    heads,
    keys: Uint32Array.from(kept),
    rowEnds: Uint32Array.from(ends),
    entryHeads: Uint8Array.from(entryHeads),
    entryWeights: Int8Array.from(entryWeights),
    scales: Float64Array.from(scales),
    biases: Float64Array.from(trained, ({ biases }) => Math.fround(biases[0] ?? 0)),
  };
}
