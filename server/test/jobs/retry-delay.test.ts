import fc from 'fast-check';
import { expect, test } from 'vitest';
import { retryDelayMs } from '../../src/jobs/retry-delay.ts';

test('the longest wait doubles from 10 s up to one hour', () => {
  const longest = [1, 2, 3, 4, 8, 9, 10, 11, 50, 2_000].map((attempts) => retryDelayMs(attempts, () => 0.999999999));
  const seconds = longest.map((delayMs) => Math.ceil(delayMs / 1_000));
  expect(seconds).toEqual([10, 20, 40, 80, 1_280, 2_560, 3_600, 3_600, 3_600, 3_600]);
});

test('every wait is between half of its maximum and its maximum, and is spread over that half', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 5_000 }),
      fc.double({ min: 0, max: 0.999999, noNaN: true }),
      (attempts, draw) => {
        const delayMs = retryDelayMs(attempts, () => draw);
        const boundMs = Math.min(3_600_000, 10_000 * 2 ** Math.max(attempts - 1, 0));
        expect(delayMs).toBeGreaterThanOrEqual(boundMs / 2);
        expect(delayMs).toBeLessThanOrEqual(boundMs);
      },
    ),
  );
  expect(retryDelayMs(5, () => 0.5)).toBe(120_000);
});

test('a receiver that is unavailable for an hour and a half is reached before the last of twelve attempts, whatever the random values', () => {
  const waits = Array.from({ length: 11 }, (_, index) => retryDelayMs(index + 1, () => 0));
  expect(waits.reduce((sum, waitMs) => sum + waitMs, 0)).toBeGreaterThan(90 * 60_000);
});
