import { readLines, readWords } from '../text/read-lexicon.ts';

const regionsOf = new Map<string, readonly string[]>();
/** The place that each name refers to. */
const placeOf = new Map<string, string>();
for (const line of readLines('places', 'countries')) {
  const [head = '', wholes = '', parts = ''] = line.split('|');
  const [name = '', regions = ''] = head.split(' ');
  regionsOf.set(name, regions.split(','));
  for (const other of [name, ...namesIn(wholes)]) placeOf.set(other, `country:${name}`);
  for (const part of namesIn(parts)) {
    const [other = '', known = other] = part.split('=');
    placeOf.set(other, `country:${name}/${known}`);
  }
}
for (const line of readLines('places', 'territories')) {
  const names = line.split(' ');
  for (const name of names) placeOf.set(name, `country:${names[0]}`);
}
for (const line of readLines('places', 'regions')) {
  const names = line.split(' ');
  for (const name of names) placeOf.set(name, `region:${names[0]}`);
}
for (const name of readWords('places', 'world')) placeOf.set(name, 'world');
for (const name of readWords('places', 'abroad')) placeOf.set(name, 'abroad');

const firstWords = new Set([...placeOf.keys()].map((name) => name.split('_')[0]));

/** Returns true if a place name may begin with the word. */
export function beginsPlace(word: string): boolean {
  return firstWords.has(word);
}

/**
 * Returns the place that a name refers to: `country:…`, `country:…/…` for a place within a country, `region:…`, `world`
 * or `abroad`; undefined for any other word. The words of a name are joined by `_`.
 */
export function placeNamed(word: string): string | undefined {
  return placeOf.get(word);
}

function namesIn(list: string): string[] {
  return list.split(' ').filter((name) => name !== '');
}

/**
 * Returns true if a statement about the places `stated` also covers `asked`: the same place, a region around it, or the
 * world. If `isWhole` is true, a part of the asked place is not enough.
 */
export function coversPlace(stated: ReadonlySet<string>, asked: string, isWhole: boolean): boolean {
  if (stated.has(asked) || stated.has('world')) return true;
  if (asked === 'abroad')
    return (
      stated.has('abroad') ||
      [...stated].filter((place) => place.startsWith('country:') || place.startsWith('region:')).length > 1
    );
  if (asked === 'world') return stated.has('abroad');
  const [kind, name = ''] = asked.split(':');
  if (kind !== 'country') return false;
  const [country = '', part] = name.split('/');
  if ((regionsOf.get(country) ?? []).some((region) => stated.has(`region:${region}`))) return true;
  if (part !== undefined) return stated.has(`country:${country}`);
  // A place in a country answers a question about the whole country, unless the question is about delivery.
  return !isWhole && [...stated].some((place) => place.startsWith(`country:${country}/`));
}
