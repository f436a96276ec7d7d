import { readLines } from './read-lexicon.ts';
import { stem } from './stem.ts';

const notionsOf = new Map<string, number[]>();
// Pairs of words that belong together. A pair is found by its first word, then by its second word; few words begin a
// pair.
const notionsOfPairs = new Map<string, Map<string, number[]>>();
let count = 0;
for (const line of readLines('associations')) {
  for (const member of new Set(line.split(/\s+/).map(keyOf))) {
    const [first = '', ...rest] = member.split('_');
    const pairs = notionsOfPairs.get(first) ?? new Map<string, number[]>();
    if (rest.length > 0) notionsOfPairs.set(first, pairs);
    const [map, key] = rest.length > 0 ? [pairs, rest.join('_')] : [notionsOf, member];
    map.set(key, [...(map.get(key) ?? []), count]);
  }
  count += 1;
}

/**
 * Returns the associations of a text: those of single words, including grammar words, and those of two words in a row.
 */
export function associationsIn(words: readonly string[]): Set<number> {
  const found = new Set<number>();
  let pairs: ReadonlyMap<string, readonly number[]> | undefined;
  for (const word of words) {
    const key = stem(word);
    for (const notion of [...(notionsOf.get(key) ?? []), ...(pairs?.get(key) ?? [])]) found.add(notion);
    pairs = notionsOfPairs.get(key);
  }
  return found;
}

function keyOf(member: string): string {
  return member.replaceAll(/['-]/g, '').split('_').map(stem).join('_');
}
