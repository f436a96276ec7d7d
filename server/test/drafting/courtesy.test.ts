import { expect, test } from 'vitest';
import { courtesyChance, courtesyOf } from '../../src/drafting/understand/courtesy.ts';
import { understand } from '../../src/drafting/understand/understand.ts';

async function courtesy(message: string) {
  const { kind, probability, threshold } = courtesyOf(await understand(message, ['en'], () => false));
  return { kind, isAutomatic: probability >= threshold };
}

test.each([
  ['hello from a rainy morning!', 'greeting'],
  ['thank you so much, your videos made my whole week', 'thanks'],
  ['thank you so much!', 'thanks'],
  ['thank you for the video', 'thanks'],
] as const)('a friendly line is enough for "%s"', async (message, kind) => {
  expect(await courtesy(message)).toEqual({ kind, isAutomatic: true });
});

test.each([
  'thanks for nothing, it broke after one day',
  'love the mug, thank you, but the handle came off in the post',
  'thank you! how much is the blue one?',
])('kind words around something else are no courtesy: %s', async (message) => {
  expect((await courtesy(message)).isAutomatic).toBe(false);
});

test('a friendly line is never automatic if the words alone clearly resemble something else, however likely it seems otherwise', () => {
  const certain = 9;
  expect(courtesyChance(Float64Array.of(-0.29), certain, [1, 0])).toBeGreaterThan(0.99);
  expect(courtesyChance(Float64Array.of(-0.31), certain, [1, 0])).toBe(0.5);
  expect(courtesyChance(Float64Array.of(-0.31), -certain, [1, 0])).toBeLessThan(0.01);
});
