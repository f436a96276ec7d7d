import fc from 'fast-check';
import { expect, test } from 'vitest';
import { featuresOf } from '../../../src/drafting/learned/features.ts';
import { createScorer } from '../../../src/drafting/learned/linear-model.ts';
import { decodeModel, encodeModel } from '../../../src/drafting/learned/model-file.ts';
import { type Example, trainLinear } from '../../../training/train-linear.ts';

const heads = ['ship', 'price', 'thanks'];
const texts: readonly (readonly [string, number])[] = [
  ['do you ship to spain', 0],
  ['do you ship abroad at all', 0],
  ['can you post it to canada', 0],
  ['how long does shipping take', 0],
  ['how much is the mug', 1],
  ['what does the mug cost', 1],
  ['price of the blue bowl please', 1],
  ['how much for two bowls', 1],
  ['thank you so much', 2],
  ['thanks that made my day', 2],
  ['love it thank you', 2],
  ['you made my week thanks', 2],
];
const words = (text: string): string[] => text.split(' ');
const examples: Example[] = texts.map(([text, head]) => ({
  features: featuresOf(words(text)),
  positive: new Set([head]),
}));
const options = { cost: 1, leastExamples: 1, mostEntries: 5_000, rounds: 20, seed: 3 };
const model = trainLinear(examples, heads, options);
const score = createScorer(model);

test('trained texts are distinguished, including mistyped words', () => {
  const best = (text: string): string | undefined => {
    const margins = score(featuresOf(words(text))).margins();
    return heads[margins.indexOf(Math.max(...margins))];
  };
  expect(texts.map(([text]) => best(text))).toEqual(texts.map(([, head]) => heads[head]));
  expect(best('do u shipp to france')).toBe('ship');
  expect(best('thnks so much')).toBe('thanks');
});

test('training again gives the same bytes, another seed the same heads', () => {
  const bytes = encodeModel(model, { note: 1 });
  expect(encodeModel(trainLinear(examples, heads, options), { note: 1 })).toEqual(bytes);
  expect(trainLinear(examples, heads, { ...options, seed: 4 }).heads).toEqual(heads);
});

test('a window gets the same scores as if its words were alone, whatever surrounds them', () => {
  const word = fc.constantFrom(...texts.flatMap(([text]) => words(text)), 'unheard', 'ofwords');
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 30 }), fc.nat(), fc.nat(), (list, one, two) => {
      const [from = 0, to = 0] = [one % (list.length + 1), two % (list.length + 1)].sort((a, b) => a - b);
      const alone = score(featuresOf(list.slice(from, to))).margins();
      const inside = score(featuresOf(list)).margins(from, to);
      inside.forEach((margin, head) => void expect(margin).toBeCloseTo(alone[head] ?? Number.NaN, 9));
    }),
    { numRuns: 300 },
  );
});

test('a model is unchanged after writing and reading, even from the middle of a larger buffer', () => {
  const bytes = encodeModel(model, { limits: [1, 2] });
  const larger = new Uint8Array(bytes.length + 20);
  larger.set(bytes, 7);
  const read = decodeModel(larger.subarray(7, 7 + bytes.length));
  expect(read.notes).toEqual({ limits: [1, 2] });
  expect(encodeModel(read.model, read.notes)).toEqual(bytes);
});

test('bytes that are not a model, or are truncated, are rejected', () => {
  const bytes = encodeModel(model, {});
  expect(() => decodeModel(new Uint8Array(40))).toThrow('not a model');
  expect(() => decodeModel(bytes.subarray(0, bytes.length - 1))).toThrow('wrong length');
});

test('no more weights are kept than requested, and the largest stay', () => {
  const small = trainLinear(examples, heads, { ...options, mostEntries: 60 });
  expect(small.entryHeads.length).toBeLessThanOrEqual(60);
  const margins = createScorer(small)(featuresOf(words('thank you so much'))).margins();
  expect(margins.indexOf(Math.max(...margins))).toBe(2);
});
