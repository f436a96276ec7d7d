import type { Persona } from '../../domain/persona.ts';
import { readTable } from '../text/read-lexicon.ts';
import type { ApprovedItem } from './approved-items.ts';
import type { Breach } from './breach.ts';
import { contentStems } from './content.ts';
import { wordsOf } from './wording.ts';

/** Letters that look like other letters: Greek and Cyrillic, phonetic, full-width, mathematical, enclosed. */
const lookalike = /[\u0250-\u02af\u0370-\u052f\u1d00-\u1dbf\uff01-\uff5e\u{1d400}-\u{1d7ff}\u{1f130}-\u{1f189}]/u;
const hidden = /(?!\u200d)\p{Cf}|\u034f|\u115f|\u1160|\u3164|\uffa0|(?![\t\n\r])\p{Cc}/gu;
/** Marks that strike out letters, frame them, or pile up on them. */
const overlaid = /[\u0332-\u0338\u20d0-\u20dd\u20e4-\u20ea]|\p{M}{3,}/gu;
const markup =
  /<\/?[a-z!][^>]{0,200}>?|\]\(|\bjavascript:|\bdata:[a-z]+\/|!\[|`|&#\d|&[a-z]{2,8};|\*(?=[^\s*])|(?<!\p{L})__|~~|^[ \t]*(?:#{1,6}|[*+>|-])[ \t]+(?=\S)|[ \t]\|[ \t]/gimu;
const smallWords = readTable('small-words');
const english = new Set(smallWords.get('en'));

/**
 * Finds markup, and characters that make a text look different from what it is. Allows those that a used item contains.
 */
export function disguisesAndMarkup(reply: string, used: readonly ApprovedItem[]): Breach[] {
  const isApproved = (what: string): boolean => used.some((item) => item.text.includes(what));
  const breaches: Breach[] = [];
  for (const match of [...reply.matchAll(hidden), ...reply.matchAll(overlaid)]) {
    if (!isApproved(match[0]))
      breaches.push({ kind: 'disguise', start: match.index, end: match.index + match[0].length, what: match[0] });
  }
  for (const { start, end } of wordsOf(reply)) {
    const word = reply.slice(start, end);
    if (lookalike.test(word) && !isApproved(word)) breaches.push({ kind: 'disguise', start, end, what: word });
  }
  for (const match of reply.matchAll(markup)) {
    if (!isApproved(match[0]))
      breaches.push({ kind: 'markup', start: match.index, end: match.index + match[0].length, what: match[0] });
  }
  return breaches;
}

/**
 * Detects the language of a part of a reply by its small words. Returns the language if it is neither English nor one
 * of the creator's languages, `other` for a text that is mostly in another script, and otherwise ''.
 */
export function foreignLanguage(piece: string, persona: Persona, used: readonly ApprovedItem[]): string {
  const own = new Set(used.flatMap((item) => item.words));
  const words = wordsOf(piece)
    .map(({ word }) => word)
    .filter((word) => !own.has(word));
  const expected = persona.languages ?? ['en'];
  const letters = [...piece].filter((char) => /\p{L}/u.test(char));
  if (letters.length > 3 && letters.filter((char) => !/\p{Script=Latin}/u.test(char)).length > letters.length / 2)
    return 'other';
  const plain = words.filter((word) => english.has(word)).length;
  const best = [...smallWords]
    .filter(([code]) => code !== 'en' && !expected.includes(code))
    .map(([code, list]) => ({ code, hits: words.filter((word) => list.includes(word)).length }))
    .toSorted((a, b) => b.hits - a.hits)[0];
  return best !== undefined && best.hits >= 2 && best.hits > plain ? best.code : '';
}

/**
 * Returns true if the text repeats three consecutive content words of a text that the reply must not reveal, such as an
 * item that is not approved or not used.
 */
export function isLeak(piece: string, persona: Persona, usedIds: ReadonlySet<string>): boolean {
  const said = contentStems(piece);
  if (said.length < 3) return false;
  const untold = [
    persona.about ?? '',
    ...[...(persona.facts ?? []), ...(persona.offers ?? []), ...(persona.phrases ?? [])]
      .filter((item) => item.approved === false || !usedIds.has(item.id))
      .map((item) => item.text),
    ...(persona.rules?.neverSay ?? []),
    ...(persona.rules?.reviewTopics ?? []),
  ];
  const line = ` ${said.join(' ')} `;
  return untold.some((text) => {
    const stems = contentStems(text);
    return stems.some((_, at) => at + 3 <= stems.length && line.includes(` ${stems.slice(at, at + 3).join(' ')} `));
  });
}
