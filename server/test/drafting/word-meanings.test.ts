import { describe, expect, it } from 'vitest';
import { dimensions } from '../../src/drafting/meaning/dimensions.ts';
import { encodeMeaningFile, readMeaningFile } from '../../src/drafting/meaning/meaning-file.ts';
import { likenessOf, meaningOf } from '../../src/drafting/meaning/word-meanings.ts';
import { normalise } from '../../src/drafting/text/normalise.ts';
import { tokens } from '../../src/drafting/text/tokens.ts';
import { wordIdsOf } from '../../src/drafting/text/word-ids.ts';
import { fitMeaning } from '../../training/fit-meaning.ts';

const idsOf = (text: string): number[] => wordIdsOf(tokens(normalise(text)));
const alike = (one: string, other: string): number => likenessOf(meaningOf(idsOf(one)), meaningOf(idsOf(other)));

describe('what words mean', () => {
  it.each([
    ['how much is postage', 'what does shipping cost', 'when does the class start'],
    ['can I get my money back', 'what is your refund policy', 'do you ship to Norway'],
    ['is it okay for a total beginner', 'I have never done this before, is that a problem', 'what does it cost'],
  ])('a question is closer to the same question in other words than to another: %s', (asked, same, other) => {
    expect(alike(asked, same)).toBeGreaterThan(alike(asked, other) + 0.1);
  });

  it('the meaning of a text has length 1, or 0 without words, and unknown words have their own direction', () => {
    const unknown = meaningOf([1, 2, 3]);
    expect(likenessOf(unknown, unknown)).toBeCloseTo(1, 5);
    expect(meaningOf([1, 2, 3])).toEqual(unknown);
    expect(Math.abs(likenessOf(meaningOf([1]), meaningOf([9])))).toBeLessThan(0.6);
    expect([...meaningOf([])]).toEqual(Array.from({ length: dimensions }, () => 0));
  });

  it('the order of words counts', () => {
    expect(alike('how long is it', 'is it long how')).toBeLessThan(0.99);
  });
});

describe('the file of word vectors', () => {
  const rows = Float32Array.from({ length: 2 * dimensions }, (_, at) => Math.sin(at));

  it('can be read back by key, to within one 127th of the largest number of a row', () => {
    const read = readMeaningFile(encodeMeaningFile([900, 7], rows, 4.5));
    expect(read.unknown).toBe(4.5);
    const place = read.placeOf(900);
    for (let at = 0; at < dimensions; at++)
      expect((read.values[place * dimensions + at] ?? 0) * (read.scales[place] ?? 0)).toBeCloseTo(rows[at] ?? 0, 1);
    expect(read.placeOf(7)).toBe(0);
  });

  it('identifies its content by its version, and rejects truncated or other bytes', () => {
    const bytes = encodeMeaningFile([900, 7], rows, 4.5);
    const other = encodeMeaningFile([900, 8], rows, 4.5);
    expect(readMeaningFile(bytes).version).not.toBe(readMeaningFile(other).version);
    expect(() => readMeaningFile(bytes.subarray(0, bytes.length - 1))).toThrow(
      'these bytes do not contain word vectors',
    );
    expect(() => readMeaningFile(new Uint8Array(40))).toThrow('these bytes do not contain word vectors');
  });
});

describe('fitting word vectors', () => {
  const theme = (...texts: string[]) => ({ texts: texts.map(idsOf), messages: [], nearMisses: [] });
  const themes = [
    {
      creator: 'example/one',
      batches: 8,
      themes: [
        theme('shipping cost', 'postage price', 'how much is postage', 'price of shipping', 'what does postage cost'),
        theme('class start', 'lesson begins', 'when does the lesson begin', 'start of the class', 'class begins when'),
      ],
    },
  ];

  it('brings words together that ask for the same thing, and gives the same bytes each time', () => {
    const once = fitMeaning(themes);
    const again = fitMeaning(themes);
    const bytes = encodeMeaningFile(once.keys, once.rows, once.unknown);
    expect(encodeMeaningFile(again.keys, again.rows, again.unknown)).toEqual(bytes);
    const { placeOf, values, scales } = readMeaningFile(bytes);
    const vector = (word: string): Float32Array => {
      const place = placeOf(idsOf(word)[0] ?? 0);
      return Float32Array.from(
        { length: dimensions },
        (_, at) => (values[place * dimensions + at] ?? 0) * (scales[place] ?? 0),
      );
    };
    const cosine = (one: Float32Array, other: Float32Array): number =>
      likenessOf(one, other) / Math.sqrt(likenessOf(one, one) * likenessOf(other, other));
    expect(cosine(vector('shipping'), vector('postage'))).toBeGreaterThan(0.2);
    expect(cosine(vector('class'), vector('lesson'))).toBeGreaterThan(0.2);
    expect(cosine(vector('shipping'), vector('lesson'))).toBeLessThan(0.1);
  });
});
