import { stem } from '../text/stem.ts';
import type { Token } from '../text/tokens.ts';

/** Who does what, as far as a text tells of the two who write to each other: stems of verbs. */
export interface Deeds {
  readonly fans: ReadonlySet<string>;
  readonly creators: ReadonlySet<string>;
}

const own = new Set('i im ive ill id we weve wed'.split(' '));
const others = new Set('you u youre youve youll youd'.split(' '));
/** May stand between who does it and what is done. */
const between = new Set(
  'can could may might must will would shall should do dont did didnt am are were have cant wont also only just always never usually still ever even to get gonna going happy love like want need able please not really often all both already now then'.split(
    ' ',
  ),
);
/** Said of anybody, whoever does it. */
const anybodys = new Set('a an the in on at of for and or if so my your our this that with'.split(' '));
const mostBetween = 3;

/** What the writer of a text and its reader do in it. */
export function deedsIn(list: readonly Token[]): {
  readonly writers: readonly string[];
  readonly readers: readonly string[];
} {
  const writers: string[] = [];
  const readers: string[] = [];
  list.forEach(({ word }, at) => {
    const doers = own.has(word) ? writers : others.has(word) ? readers : undefined;
    if (doers === undefined) return;
    for (let next = at + 1; next <= at + 1 + mostBetween; next++) {
      const said = list[next]?.word ?? '';
      if (said === '' || anybodys.has(said) || own.has(said) || others.has(said)) return;
      doers.push(stem(said));
      if (!between.has(said)) return;
    }
  });
  return { writers, readers };
}
