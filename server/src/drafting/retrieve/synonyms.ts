import { readLines } from '../text/read-lexicon.ts';
import { stem } from '../text/stem.ts';

const groupOf = new Map<string, string>();
for (const line of readLines('synonyms')) {
  const members = line.split(/\s+/);
  for (const member of members) {
    const key = stem(member);
    if (!groupOf.has(key)) groupOf.set(key, `~${members[0]}`);
  }
}

/** Returns the group of a stem, written `~first-word`; the stem itself if it is in no group. */
export function meaningOf(stemmed: string): string {
  return groupOf.get(stemmed) ?? stemmed;
}
