import { readLines } from '../text/read-lexicon.ts';
import type { ApprovedItem } from './approved-items.ts';
import { claimsIn } from './claims.ts';
import { contentWords } from './content.ts';
import { containsRun, wordsOf } from './wording.ts';

const joint = `(?:(?:and|but|so|oh|aww|ah|ha|haha|well|please|just|though|too|as well|also|then|actually|honestly|basically|btw|fyi|ps|here)(?: |$))*`;
const remarks = readLines('courtesies').join('|');
const courtesy = new RegExp(`^${joint}(?:(?:${remarks})(?: (?:and|but|so))?(?: |$))*${joint}$`);
const cuts = /[,;:](?=\s)|[–—]|\s-\s|[.!?…]+(?=\s|$)|\n/g;

const joints = new Set(['and', 'but', 'so', 'or', 'also']);

interface Place {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds remarks in a part of a reply that contain no value and no content word, and that are neither a plain courtesy
 * nor a literal part of a used item. Small words alone can state a lot ("I want you", "you get another one with it").
 */
export function emptyRemarks(reply: string, from: number, to: number, used: readonly ApprovedItem[]): Place[] {
  const held = [...contentWords(reply), ...claimsIn(reply)];
  const piece = reply.slice(from, to);
  const at = [0, ...[...piece.matchAll(cuts)].map((match) => match.index + match[0].length), piece.length];
  return at.slice(1).flatMap((cut, index) => {
    const [start, end] = [from + (at[index] ?? 0), from + cut];
    if (held.some((each) => each.start < end && each.end > start)) return [];
    const said = wordsOf(reply.slice(start, end)).map(({ word }) => word);
    const bare = said.slice(said.findIndex((word) => !joints.has(word)));
    return isCourtesy(said) || used.some(({ words }) => bare.length > 1 && containsRun(words, bare))
      ? []
      : [{ start, end }];
  });
}

/** The maximum number of words in a courtesy. */
const most = 20;

function isCourtesy(words: readonly string[]): boolean {
  return words.length <= most && courtesy.test(words.join(' '));
}
