/** A figure with its 95 % interval. `low` and `high` are null if they cannot be computed. */
export interface Estimate {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

/** A share with its total. */
export interface Share extends Estimate {
  readonly hits: number;
  readonly of: number;
}

const z = 1.959963984540054;
/** The probability on each side of a two-sided 95 % interval. */
const tail = 0.025;

/**
 * Computes the share of `hits` in `of`, with Wilson's 95 % interval (1927). For a share of 0 or 1, it uses the exact
 * bound of Clopper and Pearson (1934), which is wider: 0 of 750 is at most 0.49 %.
 */
export function shareOf(hits: number, of: number): Share {
  if (of === 0) return { hits, of, value: null, low: null, high: null };
  const value = hits / of;
  if (hits === 0) return { hits, of, value, low: 0, high: 1 - tail ** (1 / of) };
  if (hits === of) return { hits, of, value, low: tail ** (1 / of), high: 1 };
  const scale = 1 + (z * z) / of;
  const centre = (value + (z * z) / (2 * of)) / scale;
  const reach = (z / scale) * Math.sqrt((value * (1 - value)) / of + (z * z) / (4 * of * of));
  return { hits, of, value, low: Math.max(0, centre - reach), high: Math.min(1, centre + reach) };
}

/**
 * Computes the events per 1,000, with a 95 % interval: the bound of the Poisson distribution for zero events, otherwise
 * Wilson and Hilferty's bound (1931).
 */
export function ratePerThousand(events: number, of: number): Share {
  if (of === 0) return { hits: events, of, value: null, low: null, high: null };
  const thousands = of / 1000;
  const high = events === 0 ? -Math.log(tail) : cube(events + 1, 1);
  const low = events === 0 ? 0 : cube(events, -1);
  return { hits: events, of, value: events / thousands, low: low / thousands, high: high / thousands };
}

function cube(count: number, side: 1 | -1): number {
  return count * (1 - 1 / (9 * count) + (side * z) / (3 * Math.sqrt(count))) ** 3;
}

/** The number of bootstrap rounds, which is high enough for bounds that are accurate to two digits. */
const rounds = 400;

/**
 * Computes a figure of a list, with its 95 % interval from resampling the list (percentiles). The same list produces
 * the same interval.
 */
export function bootstrap<Row>(rows: readonly Row[], figure: (rows: readonly Row[]) => number | null): Estimate {
  const value = figure(rows);
  if (value === null || rows.length < 2) return { value, low: null, high: null };
  let state = 0x9e3779b9;
  const random = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const figures: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const drawn = rows.map((row) => rows[Math.floor(random() * rows.length)] ?? row);
    const one = figure(drawn);
    if (one !== null) figures.push(one);
  }
  figures.sort((a, b) => a - b);
  return { value, low: quantile(figures, tail), high: quantile(figures, 1 - tail) };
}

/** Returns the quantile of a sorted list at `part`, from 0 to 1; null for an empty list. */
export function quantile(sorted: readonly number[], part: number): number | null {
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(part * sorted.length) - 1))] ?? null;
}
