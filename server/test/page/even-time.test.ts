import { expect, test } from 'vitest';
import { createEvenTime } from '../../src/http/page/even-time.ts';

test('a question that is not answered takes a multiple of 250 ms, at least one', () => {
  const { totalMs } = createEvenTime();
  const none = { mayBeRead: false, wasRead: false };
  expect([0, 3, 249.9, 250, 250.1, 990].map((tookMs) => totalMs(tookMs, none))).toEqual([
    250, 250, 250, 250, 500, 1_000,
  ]);
});

test('where a model may read questions, one that it did not read takes as long as those that it read lately', () => {
  const { totalMs } = createEvenTime();
  const read = { mayBeRead: true, wasRead: true };
  const unread = { mayBeRead: true, wasRead: false };
  expect(totalMs(4, unread), 'before any was read').toBe(1_000);
  expect(totalMs(1_900, read)).toBe(2_000);
  expect(totalMs(4, unread)).toBe(2_000);
  for (let reading = 0; reading < 64; reading += 1) totalMs(reading % 2 === 0 ? 400 : 700, read);
  const taken = Array.from({ length: 400 }, () => totalMs(4, unread));
  expect(new Set(taken)).toEqual(new Set([500, 750]));
  const short = taken.filter((ms) => ms === 500).length;
  expect(short, 'as often as of those that were read').toBeGreaterThan(130);
  expect(short).toBeLessThan(270);
  expect(totalMs(800, unread), 'it is never over before it is done').toBe(1_000);
});
