import { expect, test } from 'vitest';
import { bootstrap, ratePerThousand, shareOf } from '../../src/admin/evaluate/intervals.ts';

test('a share has the Wilson interval, as in published tables', () => {
  expect(shareOf(81, 263).low).toBeCloseTo(0.2553, 4);
  expect(shareOf(81, 263).high).toBeCloseTo(0.3662, 4);
  expect(shareOf(15, 148).low).toBeCloseTo(0.0624, 4);
  expect(shareOf(15, 148).high).toBeCloseTo(0.1605, 4);
});

test('for a share of 0 or 1 the bound is the exact one', () => {
  expect(shareOf(0, 750)).toMatchObject({ value: 0, low: 0 });
  expect(shareOf(0, 750).high).toBeCloseTo(0.004906, 6);
  expect(shareOf(20, 20).low).toBeCloseTo(0.8316, 4);
  expect(shareOf(0, 0)).toEqual({ hits: 0, of: 0, value: null, low: null, high: null });
});

test("a rate has the bounds of Poisson's distribution: 0 events are at most 3.69, 10 are from 4.80 to 18.39", () => {
  expect(ratePerThousand(0, 1000).high).toBeCloseTo(3.689, 3);
  expect(ratePerThousand(10, 1000).low).toBeCloseTo(4.8, 1);
  expect(ratePerThousand(10, 1000).high).toBeCloseTo(18.39, 1);
});

test('resampling gives the same interval each time, and it contains the figure', () => {
  const rows = Array.from({ length: 200 }, (_, at) => at % 4 === 0);
  const share = (list: readonly boolean[]) => list.filter(Boolean).length / list.length;
  const first = bootstrap(rows, share);
  expect(first).toEqual(bootstrap(rows, share));
  expect(first.low).toBeGreaterThan(0.17);
  expect(first.low).toBeLessThan(0.22);
  expect(first.high).toBeLessThan(0.33);
});
