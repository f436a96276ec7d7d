/**
 * e to the power of `x`, to about fifteen digits, by additions and multiplications alone: the same bits on every machine, which
 * `Math.exp` does not promise.
 */
export function exp(x: number): number {
  if (x < -700) return 0;
  if (x > 700) return Number.MAX_VALUE;
  let part = x;
  let halvings = 0;
  for (; part > 0.125 || part < -0.125; halvings++) part /= 2;
  let term = 1;
  let result = 1;
  for (let n = 1; n < 10; n++) {
    term *= part / n;
    result += term;
  }
  for (; halvings > 0; halvings--) result *= result;
  return result;
}

/** Probabilities of heads [from, to) of `margins`, which add up to 1; a higher temperature makes them more alike. */
export function softmax(margins: Readonly<Float64Array>, temperature: number, from = 0, to = margins.length): number[] {
  let most = Number.NEGATIVE_INFINITY;
  for (let head = from; head < to; head++) most = Math.max(most, margins[head] ?? 0);
  const parts: number[] = [];
  let sum = 0;
  for (let head = from; head < to; head++) {
    const part = exp(((margins[head] ?? 0) - most) / temperature);
    parts.push(part);
    sum += part;
  }
  return parts.map((part) => part / sum);
}

export function sigmoid(x: number): number {
  return 1 / (1 + exp(-x));
}
