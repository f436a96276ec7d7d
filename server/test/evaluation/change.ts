import type { Persona } from '../../src/domain/persona.ts';

/** A right reply, and the items that it uses. */
export interface CleanReply {
  readonly creator: string;
  readonly persona: Persona;
  readonly reply: string;
  readonly used: readonly string[];
}

/** A random source from which a change makes its choices. */
export interface Chance {
  below(limit: number): number;
  /**
   * @throws if the list is empty
   */
  pick<T>(list: readonly T[]): T;
}

export interface Changed {
  readonly reply: string;
  readonly used?: readonly string[];
  readonly mediaAssetId?: string;
}

/** Makes a right reply wrong in one way; returns null if that way does not apply. */
export type Change = (clean: CleanReply, chance: Chance) => Changed | null;

/** Adds a sentence at the end, or before the last sentence. */
export function withSentence(reply: string, sentence: string, chance: Chance): string {
  if (chance.below(2) === 0) return `${reply} ${sentence}`;
  const cut = reply.lastIndexOf('. ');
  return cut < 0 ? `${sentence} ${reply}` : `${reply.slice(0, cut + 2)}${sentence} ${reply.slice(cut + 2)}`;
}

/** Replaces one whole word, chosen at random among those that the test accepts; returns null if there is none. */
export function otherWord(
  reply: string,
  chance: Chance,
  replace: (word: string) => string | null,
): { readonly reply: string } | null {
  const words = reply.split(/(\s+)/);
  const places = words.flatMap((word, at) => (replace(word) === null ? [] : [at]));
  if (places.length === 0) return null;
  const at = chance.pick(places);
  words[at] = replace(words[at] ?? '') ?? '';
  const changed = words.join('');
  return changed === reply ? null : { reply: changed };
}

/** Returns a different number with the same number of digits. */
export function otherDigits(digits: string, chance: Chance): string {
  for (;;) {
    const other = [...digits]
      .map((char, at) =>
        char >= '0' && char <= '9' ? String(at === 0 ? 1 + chance.below(9) : chance.below(10)) : char,
      )
      .join('');
    if (other !== digits) return other;
  }
}
