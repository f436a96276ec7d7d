import { createDice } from '../src/drafting/learned/dice.ts';
import { type Features, kindValues } from '../src/drafting/learned/features.ts';
import type { LinearModel } from '../src/drafting/learned/linear-model.ts';

export interface Example {
  readonly features: Features;
  /** For which heads it is a positive one; of all others it is a negative one. */
  readonly positive: ReadonlySet<number>;
}

export interface LinearOptions {
  /** How dearly a wrong example is paid for; higher fits closer. */
  readonly cost: number;
  /** How much dearer a positive one is, for each head. */
  readonly positiveCost?: (head: number) => number;
  /** Whether the example says anything about the head; all do unless told otherwise. */
  readonly counts?: (head: number, example: number) => boolean;
  /** A feature must occur in so many examples. */
  readonly leastExamples: number;
  /** How many weights may be kept over all heads. */
  readonly mostEntries: number;
  readonly rounds: number;
  readonly seed: number;
}

interface Rows {
  readonly starts: Uint32Array;
  readonly columns: Uint32Array;
  readonly values: Float64Array;
  readonly squares: Float64Array;
}

/**
 * Trains one linear support vector machine per head against all the rest (squared hinge, dual coordinate descent), keeps the
 * largest weights, trains those again, and rounds them to eight bits. The same examples and seed give the same bytes anywhere:
 * nothing but additions, multiplications, divisions and square roots in a fixed order.
 */
export function trainLinear(
  examples: readonly Example[],
  heads: readonly string[],
  options: LinearOptions,
  progress: (done: number, of: number) => void = () => {},
): LinearModel {
  const keys = frequentKeys(examples, options.leastExamples);
  const rows = rowsOf(examples, keys);
  const dense = heads.map((_, head) => {
    progress(head, heads.length * 2);
    return descend(rows, examples, head, keys.length, options, null);
  });
  const least = leastKept(dense, options.mostEntries);
  const kept = dense.map((head) => {
    const mask = new Uint8Array(head.weights.length);
    for (let column = 0; column < mask.length; column++)
      mask[column] = Math.abs(head.weights[column] ?? 0) >= least ? 1 : 0;
    return mask;
  });
  const final = heads.map((_, head) => {
    progress(heads.length + head, heads.length * 2);
    return descend(rows, examples, head, keys.length, options, kept[head] ?? null);
  });
  return pack(heads, keys, final, kindOfKeys(examples, keys));
}

/** Hashes that occur in enough examples, in rising order. */
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

/** Sparse rows of unit length, told by all features, the rare ones too: what is unknown makes every score smaller. */
function rowsOf(examples: readonly Example[], keys: Uint32Array): Rows {
  const columnOf = new Map([...keys].map((key, column) => [key, column]));
  const starts = new Uint32Array(examples.length + 1);
  const columns: number[] = [];
  const values: number[] = [];
  const squares = new Float64Array(examples.length);
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
  return { starts, columns: Uint32Array.from(columns), values: Float64Array.from(values), squares };
}

interface Head {
  readonly weights: Float64Array;
  readonly bias: number;
}

/** Dual coordinate descent (Hsieh et al. 2008), with examples left out for the rest of a round once they are settled. */
function descend(
  rows: Rows,
  examples: readonly Example[],
  head: number,
  width: number,
  options: LinearOptions,
  mask: Uint8Array | null,
): Head {
  const { starts, columns, values, squares } = rows;
  const weights = new Float64Array(width);
  const alphas = new Float64Array(examples.length);
  let bias = 0;
  const dice = createDice(options.seed + head);
  const all = examples.map((_, index) => index).filter((index) => options.counts?.(head, index) ?? true);
  let active = [...all];
  for (let round = 0; round < options.rounds; round++) {
    if (round % 8 === 7) active = [...all];
    dice.shuffle(active);
    const next: number[] = [];
    for (const row of active) {
      const isPositive = examples[row]?.positive.has(head) ?? false;
      const sign = isPositive ? 1 : -1;
      const slack = 1 / (2 * options.cost * (isPositive ? (options.positiveCost?.(head) ?? 1) : 1));
      const from = starts[row] ?? 0;
      const to = starts[row + 1] ?? 0;
      let margin = bias;
      for (let at = from; at < to; at++) {
        const column = columns[at] ?? 0;
        if (mask === null || mask[column] === 1) margin += (weights[column] ?? 0) * (values[at] ?? 0);
      }
      const alpha = alphas[row] ?? 0;
      const gradient = sign * margin - 1 + slack * alpha;
      if (alpha === 0 && gradient > 0.05) continue;
      next.push(row);
      const changed = Math.max(0, alpha - gradient / ((squares[row] ?? 1) + slack));
      const step = (changed - alpha) * sign;
      if (step === 0) continue;
      alphas[row] = changed;
      bias += step;
      for (let at = from; at < to; at++) {
        const column = columns[at] ?? 0;
        if (mask === null || mask[column] === 1) weights[column] = (weights[column] ?? 0) + step * (values[at] ?? 0);
      }
    }
    active = next;
  }
  return { weights, bias };
}

/** The size that a weight must have to be among the largest `most` of all heads. */
function leastKept(heads: readonly Head[], most: number): number {
  const sizes = heads.flatMap(({ weights }) => [...weights].map(Math.abs).filter((size) => size > 1e-6));
  if (sizes.length <= most) return 1e-6;
  const sorted = Float64Array.from(sizes).sort();
  // Of equal ones either all are kept or none.
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
    biases: Float64Array.from(trained, ({ bias }) => Math.fround(bias)),
  };
}
