import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';
import { nl } from './nl.ts';
import { pt } from './pt.ts';
import type { PageWords } from './words.ts';

const known: Readonly<Record<string, PageWords>> = { en, es, fr, de, it, pt, nl };

export interface SpokenWords extends PageWords {
  /** The language of these words. */
  readonly language: string;
}

/**
 * Returns the Page's own words in the first of the creator's languages that is supported, or otherwise in English, with
 * the creator's name filled in.
 */
export function wordsOf({
  languages,
  displayName,
}: {
  readonly languages: readonly string[];
  readonly displayName: string;
}): SpokenWords {
  const language = languages.find((each) => Object.hasOwn(known, each)) ?? 'en';
  const words = known[language] ?? en;
  const named = (text: string) => text.replaceAll('{name}', () => displayName);
  const { errors, ...rest } = words;
  return { language, ...mapped(rest, named), errors: mapped(errors, named) };
}

/** Inserts a date into words, in the format of the language. `day` is a date or an instant, read as UTC. */
export function withDate(text: string, day: string, language: string): string {
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));
  return text.replace('{date}', () => date);
}

function mapped<Words extends { readonly [Name in keyof Words]: string }>(
  words: Words,
  change: (text: string) => string,
): Words {
  // The value of each name stays a string, so the type stays the same.
  return Object.fromEntries(Object.entries<string>(words).map(([name, text]) => [name, change(text)])) as Words;
}
