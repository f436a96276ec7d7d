import { readFileSync } from 'node:fs';
import { keyFinder } from '../learned/key-finder.ts';

/**
 * Returns how rare a word is in messages to creators: the logarithm of the number of all messages divided by the number
 * that contain it. The trainer counts words in the training text; see `server/training/count-words.ts`. `word` is the
 * hash of its stem.
 */
export function rarityOf(word: number): number {
  const { placeOf, rarities } = table();
  return rarities[placeOf(word)] ?? rarest;
}

/** Returns true if the word occurs in enough training messages to be in the table. */
export function isCommonWord(word: number): boolean {
  return table().placeOf(word) >= 0;
}

let rarest = 0;
let loaded: RarityTable | undefined;

interface RarityTable {
  readonly placeOf: (word: number) => number;
  readonly rarities: Float64Array;
}

function table(): RarityTable {
  if (loaded !== undefined) return loaded;
  const bytes = readFileSync(new URL('word-rarity.bin', import.meta.url));
  const messages = bytes.readUInt32LE(0);
  const words = new Uint32Array((bytes.length - 4) / 6);
  const rarities = new Float64Array(words.length);
  for (let place = 0; place < words.length; place++) {
    words[place] = bytes.readUInt32LE(4 + place * 6);
    rarities[place] = Math.log((messages + 1) / (bytes.readUInt16LE(8 + place * 6) + 0.5));
  }
  rarest = Math.log((messages + 1) / 0.5);
  loaded = { placeOf: keyFinder(words), rarities };
  return loaded;
}
