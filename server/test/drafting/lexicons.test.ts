import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hazardIntents } from '../../src/domain/intents.ts';
import { numberOfWord, numberWords } from '../../src/drafting/text/number-words.ts';
import {
  readAlternatives,
  readLines,
  readPairs,
  readPatterns,
  readTable,
  readWords,
} from '../../src/drafting/text/read-lexicon.ts';

const engine = join(import.meta.dirname, '../../src/drafting');
const lexicons = globSync('lexicons/**/*.txt', { cwd: engine }).map((path) =>
  path.replaceAll('\\', '/').replace(/^lexicons\/|\.txt$/g, ''),
);
const code = globSync('**/*.ts', { cwd: engine })
  .map((path) => readFileSync(join(engine, path), 'utf8'))
  .join('\n');

test('the first line of every lexicon describes its contents, and the engine reads it', () => {
  expect(lexicons.length).toBeGreaterThan(15);
  const silent = lexicons.filter(
    (name) => !/^# \S+/.test(readFileSync(join(engine, 'lexicons', `${name}.txt`), 'utf8')),
  );
  expect(silent).toEqual([]);
  const isHazard = (name: string): boolean => hazardIntents.some((intent) => name === `hazards/${intent}`);
  const read = (name: string): boolean => code.includes(`'${name}'`) || isHazard(name);
  expect(lexicons.filter((name) => !read(name))).toEqual([]);
});

test('every part of a lexicon is read by its name, or is used in a pattern of that lexicon', () => {
  const parts = lexicons.flatMap((name) => {
    const text = readFileSync(join(engine, 'lexicons', `${name}.txt`), 'utf8');
    return [...text.matchAll(/^\[([a-z -]+)\]$/gm)].map(([, part = '']) => ({ name, part, text }));
  });
  expect(parts.length).toBeGreaterThan(40);
  expect(parts.filter(({ part, text }) => !code.includes(`'${part}'`) && !text.includes(`<${part}>`))).toEqual([]);
});

test('a missing lexicon or part is an error that names it', () => {
  expect(() => readLines('no-such-lexicon')).toThrow('no-such-lexicon.txt');
  expect(() => readLines('places', 'moons')).toThrow('lexicons/places.txt has no part [moons]');
});

test('words, pairs, tables and alternatives are read as written, without comments', () => {
  expect(readWords('numbers', 'tens').slice(0, 2)).toEqual(['twenty', 'thirty']);
  expect(readPairs('numbers', 'scales').get('dozen')).toBe('12');
  expect(readTable('questions', 'answer kinds').get('how many')).toEqual(['number']);
  expect([...readTable('questions', 'answer kinds').values()].filter((kinds) => kinds.includes(''))).toEqual([]);
  expect(readPatterns('hazards/spam', 'block')).toContain(
    'bitcoin|btc|crypto|cryptocurrency|forex|ethereum|dogecoin|usdt|nft|nfts|altcoin|memecoin|airdrop|solana|binary ~1 trader|trading|expert|investor|coach',
  );
  expect(readAlternatives('claims', 'days')).toContain('tomorrow|yesterday|weekends?|weekdays?|next week');
});

test('a number in words is the same wherever the engine reads it', () => {
  expect(['two', 'seventeen', 'ninety', 'dozen', 'mug'].map(numberOfWord)).toEqual([2, 17, 90, 12, undefined]);
  expect(numberWords('thirty-eight euros, seventeen mugs').map(({ value }) => value)).toEqual([38, 17]);
});
