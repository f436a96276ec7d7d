import { expect, test } from 'vitest';
import { createRecentWork } from '../../src/lib/turns/recent-work.ts';

test('only the recent work of another name counts, however often a name itself works', () => {
  let nowMs = 0;
  const work = createRecentWork(1_000, () => nowMs);
  expect(work.hasOther('noisy')).toBe(false);
  work.note('noisy');
  expect([work.hasOther('noisy'), work.hasOther('quiet')]).toEqual([false, true]);
  nowMs = 100;
  work.note('quiet');
  nowMs = 200;
  for (let count = 0; count < 3; count += 1) work.note('noisy');
  nowMs = 1_100;
  expect([work.hasOther('noisy'), work.hasOther('quiet')]).toEqual([true, true]);
  nowMs = 1_150;
  expect([work.hasOther('noisy'), work.hasOther('quiet')]).toEqual([false, true]);
});
