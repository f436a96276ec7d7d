import { expect, test } from 'vitest';
import { displayWidth } from '../../src/cli/display-width.ts';

test.each([
  ['plain', 5],
  ['日本', 4],
  ['𠀀', 2],
  ['👩‍👧', 2],
  ['ก็', 1],
  ['\u001b[31mred\u001b[39m', 3],
])('%j takes %i columns: wide letters of every plane two, marks and colours none', (text, columns) => {
  expect(displayWidth(text)).toBe(columns);
});
