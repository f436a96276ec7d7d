import { expect, test } from 'vitest';
import { findMutations } from './find-mutations.ts';

const source = `
export type Size = 1 | 2;
export function isLate(now: number, due: number | null): boolean {
  if (due === null) return false;
  log('looked');
  return now - 5 > due && now !== 0;
}
function log(_text: string): void {}
`;

test('every operator, condition, boolean, number and statement can be changed, and types stay unchanged', () => {
  expect(
    findMutations('is-late.ts', source).map(({ line, text, what }) => [line, text, what.split(' in ')[0]]),
  ).toEqual([
    [4, '!(due === null)', 'due === null → !(due === null)'],
    [4, '!==', '=== → !=='],
    [4, 'true', 'false → true'],
    [5, '', "log('looked'); → nothing"],
    [6, '+', '- → +'],
    [6, '6', '5 → 6'],
    [6, '>=', '> → >='],
    [6, '||', '&& → ||'],
    [6, '===', '!== → ==='],
    [6, '1', '0 → 1'],
  ]);
});

test('a mutation names exactly the characters that it replaces', () => {
  for (const { start, end, text } of findMutations('is-late.ts', source)) {
    const mutant = source.slice(0, start) + text + source.slice(end);
    expect(mutant).not.toBe(source);
    expect(() => findMutations('mutant.ts', mutant)).not.toThrow();
  }
});
