import { normalise } from '../text/normalise.ts';
import { readTable } from '../text/read-lexicon.ts';

const dangers: ReadonlyMap<string, RegExp> = new Map(
  [...readTable('foreign-dangers')].map(([language, words]) => [
    language,
    new RegExp(`(?<![a-z])(?:${words.join('|').replaceAll('_', ' ')})`),
  ]),
);

/**
 * Returns true if a message in the given language (ISO 639-1) contains one of the danger words of the language, or if
 * no danger words are known for the language.
 */
export function isAlarming(message: string, language: string): boolean {
  return dangers.get(language)?.test(normalise(message).text) ?? true;
}
