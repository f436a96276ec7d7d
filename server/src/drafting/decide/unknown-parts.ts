import { isCommonWord } from '../answer/word-rarity.ts';
import type { PersonaIndex } from '../retrieve/persona-index.ts';
import { tellingEmoji } from '../text/lexicon.ts';
import type { Token } from '../text/tokens.ts';
import { isEverydayId, wordIdsOf } from '../text/word-ids.ts';

/** Matches emoji, flags and pictures, but not look-alike letters from other scripts. */
const signs = /[\p{Extended_Pictographic}\p{Regional_Indicator}]/gu;
const own = new WeakMap<PersonaIndex, ReadonlySet<string>>();

/** Returns true if a message contains an emoji that can give it a second meaning, unless the creator uses it, too. */
export function hasTellingEmoji(message: string, index: PersonaIndex): boolean {
  const found = message.match(signs);
  if (found === null) return false;
  const creators =
    own.get(index) ?? new Set([...index.items, ...index.phrases].flatMap(({ text }) => text.match(signs) ?? []));
  own.set(index, creators);
  return found.some((sign) => tellingEmoji.has(sign) && !creators.has(sign));
}

/** The number of unknown words in a row that count as an unread part, such as another language after harmless words. */
const unknownInRow = 2;

/**
 * Returns true if a part of a message consists of words that occur neither in a training text nor in an approved text.
 * The creator's names count as known words.
 */
export function hasUnknownPart(tokens: readonly Token[], index: PersonaIndex, names: ReadonlySet<string>): boolean {
  let row = 0;
  return tokens.some((token) => {
    if (token.isEmoji) return false;
    const [id = 0] = wordIdsOf([token]);
    const isKnown =
      isCommonWord(id) ||
      isEverydayId(id) ||
      index.words.has(id) ||
      names.has(token.word) ||
      /^[\d#]+$/.test(token.word);
    row = isKnown ? 0 : row + 1;
    // A single word counts if it contains letters that English does not use.
    return row >= unknownInRow || (row === 1 && /[^\p{ASCII}]/u.test(token.word));
  });
}
