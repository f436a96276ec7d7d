import { createDice } from '../learned/dice.ts';
import { type Features, kindValues } from '../learned/features.ts';
import { exp } from '../learned/probabilities.ts';

/** The limits on the stored size. An entry takes about two bytes, and a feature about five. */
const mostEntries = 56_000;
const mostFeatures = 24_000;
const epochs = 10;
const laterEpochs = 6;
/** A feature must occur in at least this many texts. */
const leastExamples = 2;
/** An example updates only the classes whose error on it is greater than this. */
const leastError = 0.01;
/** The step size of the gradient (AdaGrad, Duchi et al. 2011), and the scale of rows of unit length. */
const rate = 0.15;
const scale = 6;

/**
 * The maximum weight of a class. A class with few texts gets a higher weight, so that classes with many texts do not
 * dominate it.
 */
const mostWeight = 6;

/** One text: its features and its class. */
export interface Example {
  readonly features: Features;
  readonly heading: number;
  /**
   * The score of each class before any weight is learned, such as the similarity in meaning between the text and the
   * class.
   */
  readonly prior: Float32Array;
}

/**
 * Fits a softmax with `classes` classes to the examples. For each feature, in ascending order, the result has a weight
 * for each class. The number of non-zero weights is at most the number that may be stored. Identical examples give
 * identical weights on every machine. `progress` counts passes.
 */
export function fitSoftmax(
  examples: readonly Example[],
  classes: number,
  progress: (done: number, of: number) => void,
) {
  const { keys, kinds } = frequentFeatures(examples, leastExamples);
  const columnOf = new Map([...keys].map((key, column) => [key, column]));
  const rows = examples.map(({ features }) => unitRow(features, columnOf));
  const whole = descend(
    examples,
    rows,
    new Float32Array(keys.length * classes),
    new Float64Array(classes),
    epochs,
    null,
    (done) => progress(done, epochs + laterEpochs),
  );
  // The smallest weights are removed until the rest fits the stored size. The rest is then trained again to compensate.
  const kept = largest(whole.weights, kinds, classes);
  for (let at = 0; at < kept.length; at++) if (kept[at] === 0) whole.weights[at] = 0;
  const { weights, biases } = descend(examples, rows, whole.weights, whole.biases, laterEpochs, kept, (done) =>
    progress(epochs + done, epochs + laterEpochs),
  );
  return { keys, kinds, weights: weights.map((weight) => weight * scale), biases };
}

function descend(
  examples: readonly Example[],
  rows: readonly { readonly columns: Uint32Array; readonly values: Float64Array }[],
  weights: Float32Array,
  biases: Float64Array,
  passes: number,
  kept: Uint8Array | null,
  progress: (done: number) => void,
) {
  const classes = biases.length;
  const squares = new Float32Array(weights.length).fill(1e-3);
  const biasSquares = new Float64Array(classes).fill(1e-3);
  const chances = new Float64Array(classes);
  const active = new Uint16Array(classes);
  const weightOf = weightsOf(examples, classes);
  const order = examples.map((_, at) => at);
  const dice = createDice(7);
  for (let pass = 0; pass < passes; pass++) {
    dice.shuffle(order);
    for (const at of order) {
      const row = rows[at];
      if (row === undefined) continue;
      const prior = examples[at]?.prior;
      for (let head = 0; head < classes; head++) chances[head] = (biases[head] ?? 0) + (prior?.[head] ?? 0);
      addRow(chances, weights, row.columns, row.values);
      const heading = examples[at]?.heading ?? 0;
      intoErrors(chances, heading, weightOf[heading] ?? 1);
      let count = 0;
      for (let head = 0; head < classes; head++) if (Math.abs(chances[head] ?? 0) > leastError) active[count++] = head;
      for (let place = 0; place < row.columns.length; place++) {
        const base: number = (row.columns[place] ?? 0) * classes;
        const value = row.values[place] ?? 0;
        for (let next = 0; next < count; next++) {
          const head = active[next] ?? 0;
          const entry = base + head;
          if (kept !== null && kept[entry] === 0) continue;
          const step = (chances[head] ?? 0) * value;
          const square = (squares[entry] ?? 0) + step * step;
          squares[entry] = square;
          weights[entry] = (weights[entry] ?? 0) - (rate * step) / Math.sqrt(square);
        }
      }
      for (let next = 0; next < count; next++) {
        const head = active[next] ?? 0;
        const step = chances[head] ?? 0;
        const square = (biasSquares[head] ?? 0) + step * step;
        biasSquares[head] = square;
        biases[head] = (biases[head] ?? 0) - (0.1 * step) / Math.sqrt(square);
      }
    }
    progress(pass + 1);
  }
  return { weights, biases };
}

/** Marks the largest weights, up to the number that may be stored. */
function largest(weights: Float32Array, kinds: Uint8Array, classes: number): Uint8Array {
  const sizes = weights.map((weight, at) => Math.abs(weight * (kindValues[kinds[Math.floor(at / classes)] ?? 0] ?? 0)));
  const sorted = sizes.slice().sort();
  const least = Math.max(1e-4, sorted[Math.max(0, sorted.length - mostEntries)] ?? 0);
  return Uint8Array.from(sizes, (size) => (size >= least ? 1 : 0));
}

function addRow(sums: Float64Array, weights: Float32Array, columns: Uint32Array, values: Float64Array): void {
  for (let place = 0; place < columns.length; place++) {
    const base = (columns[place] ?? 0) * sums.length;
    const value = values[place] ?? 0;
    for (let head = 0; head < sums.length; head++) sums[head] = (sums[head] ?? 0) + (weights[base + head] ?? 0) * value;
  }
}

/**
 * Returns each class's weight: the square root of how much rarer it is than the average class, at most `mostWeight`; 1
 * for classes that are more frequent.
 */
function weightsOf(examples: readonly Example[], classes: number): Float64Array {
  const counts = new Float64Array(classes);
  for (const { heading } of examples) counts[heading] = (counts[heading] ?? 0) + 1;
  const average = examples.length / Math.max(1, classes);
  return counts.map((count) => Math.min(mostWeight, Math.max(1, Math.sqrt(average / Math.max(1, count)))));
}

/** Converts scores into probabilities, subtracts one for the correct class, and multiplies by a weight. */
function intoErrors(scores: Float64Array, right: number, weight: number): void {
  let most = Number.NEGATIVE_INFINITY;
  for (const score of scores) if (score > most) most = score;
  let sum = 0;
  for (let head = 0; head < scores.length; head++) {
    const part = exp((scores[head] ?? 0) - most);
    scores[head] = part;
    sum += part;
  }
  for (let head = 0; head < scores.length; head++)
    scores[head] = weight * ((scores[head] ?? 0) / sum - (head === right ? 1 : 0));
}

/**
 * Returns the features that occur in at least `least` examples, in ascending order. If there are too many, only the
 * most frequent ones.
 */
function frequentFeatures(examples: readonly Example[], least: number): { keys: Uint32Array; kinds: Uint8Array } {
  const seen = new Map<number, { last: number; count: number; kind: number }>();
  examples.forEach(({ features }, at) => {
    features.hashes.forEach((hash, place) => {
      const entry = seen.get(hash);
      if (entry === undefined) seen.set(hash, { last: at, count: 1, kind: features.kinds[place] ?? 0 });
      else if (entry.last !== at) {
        entry.last = at;
        entry.count += 1;
      }
    });
  });
  const kept = [...seen]
    .filter(([, { count }]) => count >= least)
    .sort((a, b) => b[1].count - a[1].count || a[0] - b[0])
    .slice(0, mostFeatures)
    .sort((a, b) => a[0] - b[0]);
  return {
    keys: Uint32Array.from(kept, ([hash]) => hash),
    kinds: Uint8Array.from(kept, ([, { kind }]) => kind),
  };
}

/**
 * Returns a row of unit length, times `scale`. Features that are not kept count toward the length, so that unknown
 * features make every score smaller.
 */
function unitRow(features: Features, columnOf: ReadonlyMap<number, number>) {
  let length = 0;
  const sums = new Map<number, number>();
  features.hashes.forEach((hash, place) => {
    const value = kindValues[features.kinds[place] ?? 0] ?? 0;
    length += value * value;
    const column = columnOf.get(hash);
    if (column !== undefined) sums.set(column, (sums.get(column) ?? 0) + value);
  });
  const unit = scale / (length > 0 ? Math.sqrt(length) : 1);
  return {
    columns: Uint32Array.from(sums.keys()),
    values: Float64Array.from(sums.values(), (sum) => sum * unit),
  };
}
