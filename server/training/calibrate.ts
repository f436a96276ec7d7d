import { exp, sigmoid, softmax } from '../src/drafting/learned/probabilities.ts';

/** Returns the temperature, to two decimals, at which `softmax` of these margins predicts the true labels best. */
export function fitTemperature(margins: readonly Readonly<Float64Array>[], labels: readonly number[]): number {
  let best = { temperature: 1, loss: Number.POSITIVE_INFINITY };
  for (let step = 5; step <= 150; step++) {
    const temperature = step / 100;
    let loss = 0;
    margins.forEach((list, at) => {
      loss += surprise(softmax(list, temperature)[labels[at] ?? 0] ?? 0);
    });
    if (loss < best.loss) best = { temperature, loss };
  }
  return best.temperature;
}

/**
 * Returns the slope and offset of the logistic curve over a margin that fits the outcomes best (Platt 1999), to three
 * decimals.
 */
export function fitLogistic(margins: readonly number[], truths: readonly boolean[]): { slope: number; offset: number } {
  let slope = 2;
  let offset = 0;
  // Targets slightly inside 0 and 1 keep the curve from growing without bound if the classes do not overlap.
  const positives = truths.filter(Boolean).length;
  const high = (positives + 1) / (positives + 2);
  const low = 1 / (truths.length - positives + 2);
  for (let round = 0; round < 100; round++) {
    let [a, b, aa, ab, bb] = [0, 0, 1e-6, 0, 1e-6];
    margins.forEach((margin, at) => {
      const chance = sigmoid(slope * margin + offset);
      const error = chance - (truths[at] === true ? high : low);
      const spread = Math.max(1e-9, chance * (1 - chance));
      a += error * margin;
      b += error;
      aa += spread * margin * margin;
      ab += spread * margin;
      bb += spread;
    });
    const determinant = aa * bb - ab * ab;
    if (determinant < 1e-12) break;
    const step = Math.min(1, 8 / (1 + Math.abs((bb * a - ab * b) / determinant)));
    slope -= (step * (bb * a - ab * b)) / determinant;
    offset -= (step * (aa * b - ab * a)) / determinant;
  }
  return { slope: Math.round(slope * 1000) / 1000, offset: Math.round(offset * 1000) / 1000 };
}

/**
 * Returns the weights of a slightly regularized logistic regression over several features (the first is always 1), to
 * four decimals.
 */
export function fitWeights(rows: readonly (readonly number[])[], truths: readonly boolean[]): number[] {
  const size = rows[0]?.length ?? 0;
  let weights = new Array<number>(size).fill(0);
  for (let round = 0; round < 1500; round++) {
    const slope = weights.map((weight, at) => (at === 0 ? 0 : 0.5 * weight));
    rows.forEach((row, index) => {
      let sum = 0;
      for (let at = 0; at < size; at++) sum += (row[at] ?? 0) * (weights[at] ?? 0);
      const error = sigmoid(sum) - (truths[index] === true ? 1 : 0);
      for (let at = 0; at < size; at++) slope[at] = (slope[at] ?? 0) + error * (row[at] ?? 0);
    });
    // The step shrinks with the number of rows, so the descent is stable for any number of rows.
    weights = weights.map((weight, at) => weight - ((slope[at] ?? 0) * 2) / Math.max(1, rows.length));
  }
  return weights.map((weight) => Math.round(weight * 10_000) / 10_000);
}

/**
 * Returns the points of a rising step curve over a score (pool adjacent violators): the first score of each step and
 * its share of positives.
 */
export function fitSteps(
  scores: readonly number[],
  truths: readonly boolean[],
  least = 1,
): readonly { readonly from: number; readonly value: number }[] {
  const order = scores
    .map((score, at) => ({ score, hit: truths[at] === true ? 1 : 0 }))
    .sort((x, y) => x.score - y.score);
  const steps: { from: number; sum: number; count: number }[] = [];
  for (const { score, hit } of order) {
    const open = steps.at(-1);
    if (open !== undefined && (open.count < least || open.from === score)) {
      open.sum += hit;
      open.count += 1;
    } else steps.push({ from: score, sum: hit, count: 1 });
    for (let last = steps.at(-1), before = steps.at(-2); last !== undefined && before !== undefined; ) {
      if (before.sum * last.count < last.sum * before.count || last.count < least) break;
      before.sum += last.sum;
      before.count += last.count;
      steps.pop();
      last = steps.at(-1);
      before = steps.at(-2);
    }
  }
  return steps.map(({ from, sum, count }) => ({ from, value: sum / count }));
}

/**
 * Returns the mean distance, over bins of equal width, between a stated probability and the share of cases in which it
 * came true.
 */
export function calibrationError(probabilities: readonly number[], truths: readonly boolean[], bins = 10): number {
  const sums = Array.from({ length: bins }, () => ({ said: 0, true: 0 }));
  probabilities.forEach((probability, at) => {
    const bin = sums[Math.min(bins - 1, Math.floor(probability * bins))];
    if (bin === undefined) return;
    bin.said += probability;
    bin.true += truths[at] === true ? 1 : 0;
  });
  return sums.reduce((error, bin) => error + Math.abs(bin.said - bin.true), 0) / Math.max(1, probabilities.length);
}

function surprise(probability: number): number {
  return -logarithm(Math.max(1e-12, probability));
}

/** Returns the natural logarithm by Newton's method on `exp`, with the same bits everywhere. */
function logarithm(value: number): number {
  let guess = value > 1 ? 1 : -1;
  for (let round = 0; round < 60; round++) {
    const at = exp(guess);
    const next = guess + (2 * (value - at)) / (value + at);
    if (Math.abs(next - guess) < 1e-12) return next;
    guess = next;
  }
  return guess;
}

/** Returns Wilson's upper bound on a share, one-sided at 90 %. */
export function upperBound(wrong: number, count: number): number {
  const z = 1.2816;
  const share = wrong / count;
  const middle = share + (z * z) / (2 * count);
  return (
    (middle + z * Math.sqrt((share * (1 - share)) / count + (z * z) / (4 * count * count))) / (1 + (z * z) / count)
  );
}

/** A plan with the probability that it is right. */
interface Judged {
  readonly isRight: boolean;
  readonly probability: number;
}

/**
 * Returns the lowest probability, rounded down to three decimals, at which the 90 % upper confidence bound of the share
 * of wrong answers stays within a target. `ordered` has the most certain answers first.
 */
export function leastProbability(ordered: readonly Judged[], target: number): number {
  const least = lowestWhere(ordered, (wrong, count) => count >= 50 && upperBound(wrong, count) <= target);
  return Math.floor(least * 1000) / 1000;
}

/**
 * Returns the lowest probability for which `isWithin` accepts the number of wrong answers and of all answers; 1 if there
 * is none. `ordered` has the most certain answers first.
 */
export function lowestWhere(ordered: readonly Judged[], isWithin: (wrong: number, count: number) => boolean): number {
  let [least, wrong] = [1, 0];
  ordered.forEach(({ isRight, probability }, at) => {
    if (!isRight) wrong += 1;
    if (isWithin(wrong, at + 1)) least = probability;
  });
  return least;
}
