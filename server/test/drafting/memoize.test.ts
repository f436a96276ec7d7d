import { expect, test } from 'vitest';
import { memoize } from '../../src/drafting/text/memoize.ts';

function counted(most?: number) {
  const asked: string[] = [];
  const lookUp = memoize((text): number | undefined => {
    asked.push(text);
    return text === 'nothing' ? undefined : text.length;
  }, most);
  return { asked, lookUp };
}

test('a result is computed once for each word, even if it is empty', () => {
  const { asked, lookUp } = counted();
  expect([lookUp('mug'), lookUp('nothing'), lookUp('mug'), lookUp('nothing')]).toEqual([3, undefined, 3, undefined]);
  expect(asked).toEqual(['mug', 'nothing']);
});

test('no more results are cached than allowed, and forgotten ones are computed again with the same result', () => {
  const { asked, lookUp } = counted(2);
  expect(['a', 'bb', 'ccc', 'a'].map(lookUp)).toEqual([1, 2, 3, 1]);
  expect(asked).toEqual(['a', 'bb', 'ccc', 'a']);
});

test('long texts are not cached', () => {
  const { asked, lookUp } = counted();
  const long = 'x'.repeat(1_000);
  expect([lookUp(long), lookUp(long)]).toEqual([1_000, 1_000]);
  expect(asked).toHaveLength(2);
});
