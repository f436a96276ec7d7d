/**
 * Returns e to the power of `x`, to about fifteen digits. It uses only basic arithmetic, so its bits are the same on
 * every machine, which `Math.exp` does not guarantee.
 */
export function exp(x: number): number {
  if (x < -700) return 0;
  if (x > 700) return Number.MAX_VALUE;
  let part = x;
  let halvings = 0;
  for (; part > 0.125 || part < -0.125; halvings++) part *= 0.5;
  // Nine terms of the series, written out: halves and quarters are exact, so only four divisions remain.
  const third = part / 3;
  let term = part;
  let result = 1 + term;
  result += term *= part * 0.5;
  result += term *= third;
  result += term *= part * 0.25;
  result += term *= part / 5;
  result += term *= third * 0.5;
  result += term *= part / 7;
  result += term *= part * 0.125;
  result += term *= part / 9;
  for (; halvings > 0; halvings--) result *= result;
  return result;
}

/**
 * Returns the softmax of `margins` [from, to). The probabilities sum to 1. A higher temperature makes them more
 * equal.
 */
export function softmax(
  margins: Readonly<Float64Array>,
  temperature: number,
  from = 0,
  to = margins.length,
): Float64Array {
  let most = Number.NEGATIVE_INFINITY;
  for (let head = from; head < to; head++) most = Math.max(most, margins[head] ?? 0);
  const parts = new Float64Array(to - from);
  let sum = 0;
  for (let head = from; head < to; head++) {
    const part = exp(((margins[head] ?? 0) - most) / temperature);
    parts[head - from] = part;
    sum += part;
  }
  for (let at = 0; at < parts.length; at++) parts[at] = (parts[at] ?? 0) / sum;
  return parts;
}

export function sigmoid(x: number): number {
  return 1 / (1 + exp(-x));
}
