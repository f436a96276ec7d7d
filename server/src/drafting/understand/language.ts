import type { Token } from '../text/tokens.ts';

/** The language of a message. `found` is an ISO 639-1 code, or '' if the language cannot be determined. */
export interface Language {
  readonly found: string;
  /** True if the message seems to be in English, and English is among the creator's languages. */
  readonly isUnderstood: boolean;
  readonly expected: readonly string[];
}

type Detect = (text: string) => { readonly language: string; isReliable(): boolean };
let detect: Promise<Detect> | undefined;

/**
 * Detects the language of a message, first by known words. Only a message that does not seem to be in English goes to
 * the detector. The detector costs a third of a second and tens of megabytes once, so it is loaded only when needed.
 * The detector is not used for messages of one or two ASCII words.
 */
export async function languageOf(
  message: string,
  tokens: readonly Token[],
  isKnown: (word: string) => boolean,
  expected: readonly string[],
): Promise<Language> {
  const words = tokens.filter((token) => !token.isEmoji && /\p{L}/u.test(token.word));
  const english = words.filter((token) => isKnown(token.word)).length;
  if (words.length === 0 || english >= words.length * 0.6) {
    return { found: words.length === 0 ? '' : 'en', isUnderstood: expected.includes('en'), expected };
  }
  if (words.length < 3 && /^[\p{ASCII}\s]*$/u.test(message))
    return { found: '', isUnderstood: expected.includes('en'), expected };
  const guess = (await detector())(message.slice(0, 800));
  const found = guess.isReliable() ? guess.language : '';
  return { found, isUnderstood: expected.includes('en') && (found === 'en' || found === '') && english > 0, expected };
}

/** Returns true if an approved text is most likely written in the given language (ISO 639-1). */
export async function isWrittenIn(text: string, language: string): Promise<boolean> {
  return (await detector())(text.slice(0, 800)).language === language;
}

function detector(): Promise<Detect> {
  detect ??= import('eld/extrasmall').then((module): Detect => module.eld.detect);
  return detect;
}
