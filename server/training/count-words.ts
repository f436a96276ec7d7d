/**
 * npm run train:rarity [-- --check]: counts the words of the training authors' messages, from which the engine derives
 * how rare a word is.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { normalise } from '../src/drafting/text/normalise.ts';
import { tokens } from '../src/drafting/text/tokens.ts';
import { wordIdsOf } from '../src/drafting/text/word-ids.ts';
import { readMessages } from './read-messages.ts';

/** A word that occurs in fewer messages is treated like a word that never occurs. */
const leastMessages = 2;

/**
 * Counts the training messages in which each word occurs. Returns the number of messages, then each word's hash and
 * count, in ascending order of the hashes.
 */
function countWords(): Uint8Array {
  const counts = new Map<number, number>();
  const messages = readMessages('train');
  for (const { text } of messages)
    for (const word of wordIdsOf(tokens(normalise(text)))) counts.set(word, (counts.get(word) ?? 0) + 1);
  const kept = [...counts].filter(([, count]) => count >= leastMessages).sort((a, b) => a[0] - b[0]);
  const bytes = Buffer.alloc(4 + kept.length * 6);
  bytes.writeUInt32LE(messages.length, 0);
  kept.forEach(([word, count], at) => {
    bytes.writeUInt32LE(word, 4 + at * 6);
    bytes.writeUInt16LE(Math.min(65_535, count), 8 + at * 6);
  });
  return bytes;
}

const file = fileURLToPath(new URL('../src/drafting/answer/word-rarity.bin', import.meta.url));
const bytes = countWords();
if (!process.argv.includes('--check')) writeFileSync(file, bytes);
else if (!readFileSync(file).equals(bytes)) {
  process.stdout.write(`${file} is out of date: run "npm run train:rarity" and commit it.\n`);
  process.exitCode = 1;
}
