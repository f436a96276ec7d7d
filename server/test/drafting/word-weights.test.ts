import { expect, test } from 'vitest';
import type { Persona } from '../../src/domain/persona.ts';
import { align } from '../../src/drafting/answer/read-views.ts';
import { itemHashesOf } from '../../src/drafting/answer/teaching.ts';
import { type WordUses, weighWords, wordUsesOf } from '../../src/drafting/answer/word-weights.ts';
import { indexOf } from '../../src/drafting/retrieve/persona-index.ts';
import { normalise } from '../../src/drafting/text/normalise.ts';
import { tokens } from '../../src/drafting/text/tokens.ts';
import { wordIdsOf } from '../../src/drafting/text/word-ids.ts';
import { trainInPlace } from '../../src/teaching/ready-classifier.ts';
import { fitWordWeights, type WordExample } from '../../training/fit-word-weights.ts';

const persona = {
  about: 'Potter.',
  facts: [
    { id: 'f_clay', text: 'I use white stoneware.', aliases: ['which clay do you throw with'] },
    { id: 'f_ship', text: 'Parcels leave on Mondays.', aliases: ['when do parcels leave'] },
  ],
} as Persona; // the omitted fields are not read here
const index = indexOf(persona);
const classifier = trainInPlace(persona);
const hashes = itemHashesOf(persona);
const places = align(index, classifier, (id) => hashes.get(id) ?? '');
const idsOf = (text: string) => wordIdsOf(tokens(normalise(text)));

function usesOf(message: string, nearest = ''): WordUses {
  const [item] = index.items;
  if (item === undefined) throw new Error('the persona has two items');
  return wordUsesOf({ index, classifier, places }, item, 0, idsOf(message), idsOf(nearest));
}

test('the same word has a different key in an approved text, in a phrase, in another item, and in none', () => {
  const [inText] = usesOf('stoneware').asked;
  const [inPhrase] = usesOf('clay').asked;
  const [elsewhere] = usesOf('parcels').asked;
  const [unknown] = usesOf('birthday').asked;
  const roleOf = (message: string, item: number): number | undefined => {
    const other = index.items[item];
    if (other === undefined) throw new Error('the persona has two items');
    return wordUsesOf({ index, classifier, places }, other, item, idsOf(message), []).asked[0];
  };
  expect(roleOf('stoneware', 1)).not.toBe(inText);
  expect(roleOf('clay', 1)).not.toBe(inPhrase);
  expect(roleOf('parcels', 1)).not.toBe(elsewhere);
  expect(roleOf('birthday', 1)).toBe(unknown);
});

test('only the words of the nearest phrase that the message does not contain are lacking', () => {
  expect(usesOf('which clay', 'which clay').lacking).toHaveLength(0);
  expect(usesOf('which clay', 'which clay do you throw with').lacking).toHaveLength(idsOf('do you throw with').length);
  expect([...usesOf('birthday', 'throw').lacking]).not.toEqual([...usesOf('throw').asked]);
});

test('a word without a weight counts for nothing, and the others are added up', () => {
  const uses = usesOf('stoneware birthday', 'throw');
  const [text = 0, birthday = 0] = uses.asked;
  const [lacking = 0] = uses.lacking;
  const weights = new Map([
    [text, 0.5],
    [birthday, -2],
    [lacking, -0.25],
  ]);
  const keys = [...weights.keys()].sort((a, b) => a - b);
  const model = { keys, weights: keys.map((key) => weights.get(key) ?? 0) };
  expect(weighWords(uses, model)).toEqual([-1.5, -0.25]);
  expect(weighWords(usesOf('parcels'), model)).toEqual([0, 0]);
});

test('words that change what is asked get lower weights than words that do not, and rare words get none', () => {
  const example = (creator: string, message: string, isRight: boolean): WordExample => {
    return { creator, uses: usesOf(message), offset: 0, isRight, weight: 1 };
  };
  const creators = ['a', 'b', 'c', 'd', 'e'];
  const examples = creators.flatMap((creator) => [
    ...Array.from({ length: 5 }, () => example(creator, 'teacher', false)),
    ...Array.from({ length: 5 }, () => example(creator, 'birthday', true)),
  ]);
  const rare = creators.slice(0, 3).map((creator) => example(creator, 'elephant', false));
  const model = fitWordWeights([...examples, ...rare]);
  expect(weighWords(usesOf('teacher'), model)[0]).toBeLessThan(-0.1);
  expect(weighWords(usesOf('birthday'), model)[0]).toBeGreaterThan(0.1);
  expect(weighWords(usesOf('elephant'), model)).toEqual([0, 0]);
  expect(fitWordWeights([...examples, ...rare])).toEqual(model);
});
