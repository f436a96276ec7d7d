import { expect, test } from 'vitest';
import type { Persona } from '../../src/domain/persona.ts';
import { createPhraseMeanings } from '../../src/drafting/answer/phrase-meanings.ts';
import { readClassifierFile } from '../../src/drafting/answer/read-classifier-file.ts';
import { teachingOf } from '../../src/drafting/answer/teaching.ts';
import { trainClassifier } from '../../src/drafting/answer/train-classifier.ts';
import { likenessOf, meaningOf } from '../../src/drafting/meaning/word-meanings.ts';
import { normalise } from '../../src/drafting/text/normalise.ts';
import { tokens } from '../../src/drafting/text/tokens.ts';
import { wordIdsOf } from '../../src/drafting/text/word-ids.ts';

const facts = [
  {
    id: 'f_clay',
    text: 'I use white stoneware.',
    aliases: ['which clay do you throw with', 'what are the zqxbowls made of', 'stoneware or porcelain'],
    nearMisses: ['where can I buy clay', 'do you sell zqxglaze'],
  },
  { id: 'f_ship', text: 'Parcels leave on Mondays.', aliases: ['when do parcels leave', 'how much is shipping'] },
];
const { bytes } = trainClassifier(teachingOf({ about: 'Potter.', facts } as Persona)); // the other fields are not read
const idsOf = (text: string): number[] => wordIdsOf(tokens(normalise(text)));
const questions = ['what clay is it', 'how much does it cost to send', 'zqxbowls', 'who taught you', ''];

/** Compares the meaning of a question with the meaning of each text. */
function highest(question: string, texts: readonly string[] = []): number {
  const asked = meaningOf(idsOf(question));
  const all = texts.map((text) => likenessOf(asked, meaningOf(idsOf(text))));
  return all.length === 0 ? 0 : Math.max(...all);
}

test('the nearest phrase and near miss are as similar to a message as their meanings are, with and without known words', () => {
  const nearest = createPhraseMeanings(readClassifierFile(bytes).phrases);
  for (const question of questions)
    facts.forEach(({ aliases, nearMisses }, item) => {
      const found = nearest(item, meaningOf(idsOf(question)));
      expect(found.phrase).toBeCloseTo(highest(question, aliases), 5);
      expect(found.nearMiss).toBeCloseTo(highest(question, nearMisses), 5);
      expect(aliases.map(idsOf)).toContainEqual(found.words);
    });
});

test('the products of one message are not used for the next', () => {
  const nearest = createPhraseMeanings(readClassifierFile(bytes).phrases);
  const meanings = questions.map((question) => meaningOf(idsOf(question)));
  const first = meanings.map((meaning) => nearest(0, meaning));
  expect([...meanings].reverse().map((meaning) => nearest(0, meaning))).toEqual([...first].reverse());
});

test('a classifier reads the same from bytes at any place in a larger buffer', () => {
  const expected = readClassifierFile(bytes);
  for (const offset of [1, 2, 3, 4]) {
    const larger = new Uint8Array(bytes.length + 8);
    larger.set(bytes, offset);
    expect(readClassifierFile(larger.subarray(offset, offset + bytes.length))).toEqual(expected);
  }
});

test('bytes that are not a classifier, or are cut off, are rejected with the reason', () => {
  expect(() => readClassifierFile(new Uint8Array(20))).toThrow('these bytes are not a classifier');
  expect(() => readClassifierFile(bytes.subarray(0, 6))).toThrow('these bytes are not a classifier');
  expect(() => readClassifierFile(bytes.subarray(0, bytes.length - 1))).toThrow('the classifier has the wrong length');
});
