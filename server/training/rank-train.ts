import { exp } from '../src/drafting/learned/probabilities.ts';

/** The candidates for one question, and which of them is right. */
export interface RankList {
  readonly items: readonly Float64Array[];
  readonly right: number;
}

/**
 * Returns the weights that put the right item of each list first (conditional logit, gradient descent with momentum),
 * to three digits, regularized toward `prior`. Unused features stay at 0.
 */
export function fitRanker(
  lists: readonly RankList[],
  prior: readonly number[],
  penalty: number,
  isUsed: (feature: number) => boolean = () => true,
): number[] {
  const start = prior.map((weight, feature) => (isUsed(feature) ? weight : 0));
  const weights = [...start];
  const speed = weights.map(() => 0);
  for (let round = 0; round < 200; round++) {
    const slope = weights.map((weight, feature) => penalty * (weight - (start[feature] ?? 0)));
    for (const { items, right } of lists) {
      const scores = items.map((values) => dot(values, weights));
      const most = Math.max(...scores);
      const parts = scores.map((score) => exp(score - most));
      const sum = parts.reduce((total, part) => total + part, 0);
      items.forEach((values, at) => {
        const error = ((parts[at] ?? 0) / sum - (at === right ? 1 : 0)) / lists.length;
        for (let feature = 0; feature < values.length; feature++)
          slope[feature] = (slope[feature] ?? 0) + error * (values[feature] ?? 0);
      });
    }
    descend(weights, speed, slope, 1.2, isUsed);
  }
  return weights.map(rounded);
}

function dot(values: Readonly<Float64Array>, weights: readonly number[]): number {
  let sum = 0;
  for (let at = 0; at < values.length; at++) sum += (values[at] ?? 0) * (weights[at] ?? 0);
  return sum;
}

function descend(
  weights: number[],
  speed: number[],
  slope: readonly number[],
  step: number,
  isUsed: (feature: number) => boolean,
): void {
  for (let feature = 0; feature < weights.length; feature++) {
    if (!isUsed(feature)) continue;
    speed[feature] = 0.9 * (speed[feature] ?? 0) - step * (slope[feature] ?? 0);
    weights[feature] = (weights[feature] ?? 0) + (speed[feature] ?? 0);
  }
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
