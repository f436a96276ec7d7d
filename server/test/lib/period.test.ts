import { expect, test } from 'vitest';
import { dayOf, periodOf } from '../../src/domain/period.ts';

test.each([
  [Date.UTC(2026, 10, 30, 23, 59, 59, 999), '2026-11-30', '2026-11'],
  [Date.UTC(2026, 11, 1), '2026-12-01', '2026-12'],
  [Date.UTC(2028, 1, 29, 12), '2028-02-29', '2028-02'],
  [0, '1970-01-01', '1970-01'],
])('the instant %d is on the day %s and in the month %s, in UTC', (at, day, month) => {
  expect(dayOf(at)).toBe(day);
  expect(periodOf(at).name).toBe(month);
});
