import { randomBytes } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'.toLowerCase();

/** Creates an identifier such as `key_7d3k…`: the prefix and 100 random bits, in characters that are hard to confuse. */
export function createId(prefix: string): string {
  let id = `${prefix}_`;
  for (const byte of randomBytes(20)) id += alphabet[byte & 31];
  return id;
}
