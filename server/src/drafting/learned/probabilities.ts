/**
 * e to the power of `x`, to about fifteen digits, by additions and multiplications alone: the same bits on every machine, which
 * `Math.exp` does not promise.
 */
export function exp(x: number): number {
  if (x < -700) return 0;
  if (x > 700) return Number.MAX_VALUE;
  const halvings = Math.max(0, Math.ceil(Math.abs(x)));
  const part = halvings === 0 ? 0 : x / halvings;
  let term = 1;
  let sum = 1;
  for (let n = 1; n < 24; n++) {
    term = (term * part) / n;
    sum += term;
  }
  return power(sum, halvings);
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

function power(base: number, times: number): number {
  let result = 1;
  let factor = base;
  for (let left = times; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result *= factor;
    factor *= factor;
  }
  return result;
}
