import { expect, test } from 'vitest';
import { findMutations } from './find-mutations.ts';

const source = `
import { log } from './log.ts';
export type Size = 'small' | 1 | 2;
export function isLate(now: number, due: number | null): boolean {
  if (due === null) return false;
  log('a sentence', 'looked');
  return now - 5 > due && now !== 0;
}
export function sizeOf(all: readonly string[], names?: { first?: string }): Size {
  if (!all.some((one) => one.length > 60_000)) log(names?.first ?? all[0]?.trimEnd());
  let at = 0;
  for (const one of all) {
    if (one === '') continue;
    at += 1;
  }
  return at > 1 ? 2 : 'small';
}
`;

test('types, imports, sentences and large numbers stay unchanged, and everything else can be changed', () => {
  const found = findMutations('is-late.ts', source);
  expect(found.map(({ line, text, what }) => [line, text, what.split(' in ')[0]])).toEqual([
    [5, '!==', '=== → !=='],
    [5, 'true', 'false → true'],
    [6, ';', "log('a sentence', 'looked'); → nothing"],
    [6, "''", "'looked' → ''"],
    [7, '+', '- → +'],
    [7, '6', '5 → 6'],
    [7, '>=', '> → >='],
    [7, '||', '&& → ||'],
    [7, '===', '!== → ==='],
    [7, '1', '0 → 1'],
    [10, '', '! → nothing'],
    [10, 'every', 'some → every'],
    [10, '>=', '> → >='],
    [10, ';', 'log(names?.first ?? all[0]?.trimEnd()); → nothing'],
    [10, '.', '?. → .'],
    [10, '&&', '?? → &&'],
    [10, '1', '0 → 1'],
    [10, 'trimStart', 'trimEnd → trimStart'],
    [11, '1', '0 → 1'],
    [13, '!==', '=== → !=='],
    [13, ';', 'continue; → nothing'],
    [14, ';', 'at += 1; → nothing'],
    [14, '-=', '+= → -='],
    [16, '!(at > 1)', 'at > 1 → !(at > 1)'],
    [16, '>=', '> → >='],
    [16, '2', '1 → 2'],
    [16, "''", "'small' → ''"],
  ]);
});

test('a mutation names exactly the characters that it replaces', () => {
  for (const { start, end, text } of findMutations('is-late.ts', source)) {
    const mutant = source.slice(0, start) + text + source.slice(end);
    expect(mutant).not.toBe(source);
    expect(() => findMutations('mutant.ts', mutant)).not.toThrow();
  }
});
