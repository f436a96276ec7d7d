import { createHash } from 'node:crypto';

/** Returns a hash that is equal for questions that differ only in case, spaces and end punctuation. */
export function questionHashOf(question: string): string {
  const plain = question
    .normalize('NFC')
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .replace(/[\s\p{P}]+$/u, '')
    .trim();
  // A text that consists only of punctuation is hashed unchanged.
  return createHash('sha256')
    .update(plain === '' ? question : plain)
    .digest('base64url');
}
