import { createDice } from '../src/drafting/learned/dice.ts';

/**
 * Examples as sparse rows, with the role of each example for each head. All arrays are in shared memory, so that
 * threads can train heads in parallel.
 */
export interface SharedRows {
  /** The number of features. */
  readonly width: number;
  readonly starts: Uint32Array;
  readonly columns: Uint32Array;
  readonly values: Float64Array;
  readonly squares: Float64Array;
  /** The role of each example for each head, head by head. */
  readonly roles: Uint8Array;
  /** The cost of a wrong positive of each head. A wrong negative costs `cost`. */
  readonly positiveCosts: Float64Array;
  readonly cost: number;
}

/** The role of an example for a head: none, negative or positive. */
export const role = { none: 0, negative: 1, positive: 2 } as const;

/** The weights of all heads, head by head, and their biases. */
export interface SharedWeights {
  readonly weights: Float64Array;
  readonly biases: Float64Array;
}

export interface DescentOptions {
  readonly rounds: number;
  readonly seed: number;
  /**
   * The minimum size that a weight of the previous round must have to be retrained; 0 means all weights, without a
   * previous round.
   */
  readonly least: number;
}

/**
 * Trains one head by dual coordinate descent (Hsieh et al. 2008) and writes its weights in place. Settled examples are
 * left out for the rest of a round.
 */
export function descend(rows: SharedRows, all: SharedWeights, head: number, options: DescentOptions): void {
  const { starts, columns, values, squares, width } = rows;
  const weights = all.weights.subarray(head * width, (head + 1) * width);
  const mask = options.least === 0 ? null : maskOf(weights, options.least);
  weights.fill(0);
  const count = squares.length;
  const roles = rows.roles.subarray(head * count, (head + 1) * count);
  const slacks = [0, 1 / (2 * rows.cost), 1 / (2 * (rows.positiveCosts[head] ?? rows.cost))] as const;
  const alphas = new Float64Array(count);
  const every: number[] = [];
  for (let row = 0; row < count; row++) if (roles[row] !== role.none) every.push(row);
  const dice = createDice(options.seed + head);
  let bias = 0;
  let active = [...every];
  for (let round = 0; round < options.rounds; round++) {
    if (round % 8 === 7) active = [...every];
    dice.shuffle(active);
    const next: number[] = [];
    for (const row of active) {
      const isPositive = roles[row] === role.positive;
      const sign = isPositive ? 1 : -1;
      const slack = isPositive ? slacks[2] : slacks[1];
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
  all.biases[head] = bias;
}

function maskOf(weights: Float64Array, least: number): Uint8Array {
  return Uint8Array.from(weights, (weight) => (Math.abs(weight) >= least ? 1 : 0));
}
