import { readFileSync } from 'node:fs';

/**
 * Returns how rare a word is in messages to creators: the logarithm of the number of all messages divided by the number
 * that contain it. The trainer counts words in the training text; see `server/training/count-words.ts`. `word` is the
 * hash of its stem.
 */
export function rarityOf(word: number): number {
  return table().get(word) ?? rarest;
}

/** Returns true if the word occurs in enough training messages to be in the table. */
export function isCommonWord(word: number): boolean {
  return table().has(word);
}

let rarest = 0;
let loaded: ReadonlyMap<number, number> | undefined;

function table(): ReadonlyMap<number, number> {
  if (loaded !== undefined) return loaded;
  const bytes = readFileSync(new URL('word-rarity.bin', import.meta.url));
  const messages = bytes.readUInt32LE(0);
  const counts = new Map<number, number>();
  for (let at = 4; at < bytes.length; at += 6)
    counts.set(bytes.readUInt32LE(at), Math.log((messages + 1) / (bytes.readUInt16LE(at + 4) + 0.5)));
  rarest = Math.log((messages + 1) / 0.5);
  loaded = counts;
  return counts;
}
