import { readPairs, readWords } from '../text/read-lexicon.ts';
import { stem } from '../text/stem.ts';
import { canonicalTextOf } from './canonical-text.ts';

export interface ContentWord {
  readonly stem: string;
  readonly start: number;
  readonly end: number;
  /** True if the word is capitalized although English does not require it. */
  readonly isName: boolean;
}

const neutral: ReadonlySet<string> = new Set(readWords('content-words', 'neutral'));
/** Synonyms by their stems. The stem of the key is replaced with the stem of the value. */
const same: ReadonlyMap<string, string> = new Map(
  [...readPairs('content-words', 'same')].map(([from, to]) => [stem(from), stem(to)]),
);

/**
 * Returns the words of a text that assert something, in order, as stems with close synonyms merged. Numbers are left
 * out, because `claimsIn` handles them.
 */
export function contentWords(text: string): ContentWord[] {
  const reading = canonicalTextOf(text);
  return [...reading.text.matchAll(/[\p{L}\p{N}]+(?:'[\p{L}]+)*/gu)].flatMap((match) => {
    const plain = match[0].replace(/'(?:s|re|ve|ll|d|m)$/, '').replaceAll("'", '');
    if (/^\p{N}/u.test(plain) || plain.length < 2 || neutral.has(plain) || negating.test(plain)) return [];
    const after = reading.text.slice(match.index, match.index + 20);
    if (because.test(after) || (lasting.test(after) && !/(?:the|my|our) $/.test(reading.text.slice(0, match.index))))
      return [];
    if (isWished(plain, reading.text.slice(Math.max(0, match.index - 24), match.index), after)) return [];
    const start = reading.offsets[match.index] ?? 0;
    const end = reading.offsets[match.index + match[0].length] ?? text.length;
    const stemmed = stem(infinitive(plain));
    const opens = /(?:^|[.!?:\n"“(]\s*)$/.test(text.slice(0, start));
    return [
      { stem: same.get(stemmed) ?? stemmed, start, end, isName: !opens && /^\p{Lu}/u.test(text.slice(start, end)) },
    ];
  });
}

export function contentStems(text: string): string[] {
  return contentWords(text).map((word) => word.stem);
}

/** Matches "lasts" before a number. There, the word has the same meaning as "is": "it lasts 50 minutes". */
const lasting = /^last(?:s|ing)? (?:(?:about|around|up to|for) )?\d/;

/**
 * Returns true for a word that refers to nothing in particular, such as "day" in "have a lovely day" and "other" in
 * "any other questions".
 */
function isWished(word: string, before: string, after: string): boolean {
  return word === 'day'
    ? /\bhave an? [a-z]+ $/.test(before)
    : word === 'other' && /^other questions?(?![a-z])/.test(after);
}

/** Matches "since" where it means "because", and not a time: "since every exercise has three". */
const because = /^since (?:every|each|all|it|i|we|you|they|there|everything)(?![a-z])/;

/**
 * Gives a short verb and its past tense the same form, because their stems differ: "baked" and "bake", "copied" and
 * "copy". A short verb whose infinitive does not end in "e" would double its last letter, as in "stopped".
 */
function infinitive(word: string): string {
  if (/^[a-z]{2,3}ied$/.test(word)) return word.replace(/ied$/, 'y');
  return /^[b-df-hj-np-tv-z]{1,2}[aeiou][b-df-hj-np-tvz](?:ed|ing)$/.test(word)
    ? word.replace(/(?:ed|ing)$/, 'e')
    : word;
}

/** Matches negations. They are treated as polarity and not as words. */
const negating =
  /^(?:not|never|without|neither|nor|none|nobody|nothing|cannot|cant|wont|aint|(?:do|does|did|is|are|was|were|has|have|had|would|could|should|must|need|might)nt)$/;
