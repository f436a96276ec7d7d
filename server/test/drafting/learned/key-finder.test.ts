import { expect, test } from 'vitest';
import { createDice } from '../../../src/drafting/learned/dice.ts';
import { keyFinder } from '../../../src/drafting/learned/key-finder.ts';

test.each([
  ['evenly distributed', () => 0xffffffff],
  ['all with the same upper bits', () => 200],
])('every key is found at its position, and no other number is found: keys %s', (_, most) => {
  const dice = createDice(3);
  const all = new Set(Array.from({ length: 150 }, () => dice.below(most())));
  const keys = Uint32Array.from(all).sort();
  const find = keyFinder(keys);
  expect(Array.from(keys, (key) => find(key))).toEqual(Array.from(keys, (_, at) => at));
  for (const other of [0, 1, 77, 201, 0x7fffffff, 0x80000000, 0xffffffff])
    expect(find(other)).toBe(keys.indexOf(other));
});

test('nothing is found among no keys, and the first and last possible keys are found', () => {
  expect(keyFinder(new Uint32Array(0))(5)).toBe(-1);
  const find = keyFinder(Uint32Array.of(0, 0xffffffff));
  expect([find(0), find(0xffffffff), find(0x80000000)]).toEqual([0, 1, -1]);
});
