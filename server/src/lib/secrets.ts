import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** The prefix of every API key. */
export const apiKeyPrefix = 'ustudy_live_';
const secretLength = 32;
const checksumLength = 6;
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const form = new RegExp(`^${apiKeyPrefix}[0-9A-Za-z]{${secretLength + checksumLength}}$`);

/**
 * Creates an API key, which is shown once, and the hash under which it is stored. A key has 190 random bits and a
 * checksum.
 */
export function createApiKey(): { key: string; hash: string } {
  const body = apiKeyPrefix + randomBase62(secretLength);
  const key = body + checksumOf(body);
  return { key, hash: hashApiKey(key) };
}

/** Returns true if a token has the form of an API key with a valid checksum, even if the key does not exist. */
export function isWellFormedApiKey(token: string): boolean {
  return form.test(token) && checksumOf(token.slice(0, -checksumLength)) === token.slice(-checksumLength);
}

/** Returns the SHA-256 of a key or token, in hex. Only this hash is ever stored. */
export function hashApiKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** Creates a token for a link or a session, with 256 random bits, and the hash under which it is stored. */
export function createToken(): { token: string; hash: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashApiKey(token) };
}

/** Creates a webhook signing secret in the Standard Webhooks form: `whsec_` and 24 random bytes in base64. */
export function createWebhookSecret(): string {
  return `whsec_${randomBytes(24).toString('base64')}`;
}

function checksumOf(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let index = 0; index < checksumLength; index += 1) {
    digits = (base62[rest % 62] ?? '') + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      // 248 is the largest multiple of 62 in a byte. Discarding higher values keeps every character equally likely.
      if (byte < 248 && text.length < length) text += base62[byte % 62];
    }
  }
  return text;
}
