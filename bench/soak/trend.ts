export interface Trend {
  readonly median: number;
  /** The growth from the first to the last value, along a straight line through all values. */
  readonly growth: number;
  /** Two standard errors of the growth, which are larger if neighbouring values are similar. */
  readonly noise: number;
  /** The growth that is tolerated. */
  readonly tolerance: number;
  readonly isFlat: boolean;
}

/**
 * Fits a line through evenly spaced values. It is flat unless it grows by more than its noise and the tolerance
 * together.
 */
export function trendOf(values: readonly number[], tolerated: { share: number; least: number }): Trend {
  const count = values.length;
  const middle = (count - 1) / 2;
  const mean = sum(values) / count;
  const spread = sum(values.map((_, index) => (index - middle) ** 2));
  const slope = sum(values.map((value, index) => (index - middle) * (value - mean))) / spread;
  const rest = values.map((value, index) => value - mean - slope * (index - middle));
  const variance = sum(rest.map((one) => one ** 2)) / Math.max(1, count - 2);
  const alike =
    variance === 0 ? 0 : sum(rest.slice(1).map((one, index) => one * (rest[index] ?? 0))) / (variance * count);
  const widened = Math.sqrt((1 + Math.min(0.9, Math.max(0, alike))) / (1 - Math.min(0.9, Math.max(0, alike))));
  const growth = slope * (count - 1);
  const noise = 2 * Math.sqrt(variance / spread) * widened * (count - 1);
  const median = values.toSorted((one, other) => one - other)[Math.floor(count / 2)] ?? Number.NaN;
  const tolerance = Math.max(tolerated.least, tolerated.share * median);
  return { median, growth, noise, tolerance, isFlat: growth <= noise + tolerance };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
