import { createHash } from 'node:crypto';

/** Returns phrases as JSON text. Each phrase has the hash that identifies its text in both stores. */
export function namedPhrases(phrases: readonly { readonly text: string }[]): string {
  return JSON.stringify(phrases.map((phrase) => ({ ...phrase, textHash: hashOf(phrase.text) })));
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
