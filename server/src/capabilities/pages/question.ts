import { createHash } from 'node:crypto';

/** Equal for questions that differ in case, spaces and end punctuation alone. */
export function questionHashOf(question: string): string {
  const plain = question
    .normalize('NFC')
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .replace(/[\s\p{P}]+$/u, '')
    .trim();
  // What is nothing but punctuation is compared as it is.
  return createHash('sha256')
    .update(plain === '' ? question : plain)
    .digest('base64url');
}
