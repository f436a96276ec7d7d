import { createHash, timingSafeEqual } from 'node:crypto';

/** Returns true if two secrets are equal. The time that the comparison takes reveals nothing about them. */
export function areEqualSecrets(one: string, other: string): boolean {
  return timingSafeEqual(digestOf(one), digestOf(other));
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
