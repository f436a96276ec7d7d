import { readLines } from '../text/read-lexicon.ts';
import { stem } from '../text/stem.ts';

const notionsOf = new Map<string, number[]>();
// Pairs of words that belong together, by the first word, then by the second; few words begin a pair.
const notionsOfPairs = new Map<string, Map<string, number[]>>();
const hintNames: string[] = [];
for (const line of readLines('associations')) {
  for (const member of new Set(line.split(/\s+/).map(keyOf))) {
    const [first = '', ...rest] = member.split('_');
    const pairs = notionsOfPairs.get(first) ?? new Map<string, number[]>();
    if (rest.length > 0) notionsOfPairs.set(first, pairs);
    const [map, key] = rest.length > 0 ? [pairs, rest.join('_')] : [notionsOf, member];
    map.set(key, [...(map.get(key) ?? []), hintNames.length]);
  }
  hintNames.push(`notion:${hintNames.length}`);
}

/**
 * Returns the associations of a text: those of single words, including grammar words, and those of two words in a row.
 */
export function associationsIn(words: readonly string[]): Set<number> {
  const found = new Set<number>();
  eachAssociation(words, (notion) => found.add(notion));
  return found;
}

/** Returns each association with the position of the word that evokes it. */
export function associationHints(words: readonly string[]): { name: string; at: number }[] {
  const hints: { name: string; at: number }[] = [];
  eachAssociation(words, (notion, at) => hints.push({ name: hintNames[notion] ?? '', at }));
  return hints;
}

function eachAssociation(words: readonly string[], visit: (notion: number, at: number) => void): void {
  let pairs: ReadonlyMap<string, readonly number[]> | undefined;
  words.forEach((word, at) => {
    const key = stem(word);
    for (const notion of notionsOf.get(key) ?? []) visit(notion, at);
    for (const notion of pairs?.get(key) ?? []) visit(notion, at);
    pairs = notionsOfPairs.get(key);
  });
}

function keyOf(member: string): string {
  return member.replaceAll(/['-]/g, '').split('_').map(stem).join('_');
}
