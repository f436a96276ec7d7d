import { createHmac, timingSafeEqual } from 'node:crypto';

const toleranceSeconds = 300;

export interface SignedHeaders {
  readonly id: unknown;
  readonly timestamp: unknown;
  readonly signature: unknown;
}

/**
 * Returns true if the raw body was signed with one of the secrets within five minutes of `nowMs`, as Standard Webhooks
 * requires (https://www.standardwebhooks.com). Compares in constant time.
 */
export function isSigned(
  body: Uint8Array,
  { id, timestamp, signature }: SignedHeaders,
  secrets: readonly string[],
  nowMs: number,
): boolean {
  if (typeof id !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(id)) return false;
  if (typeof timestamp !== 'string' || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(Number(timestamp) - nowMs / 1_000) > toleranceSeconds) return false;
  if (typeof signature !== 'string') return false;
  const given = signature
    .split(' ')
    .filter((part) => part.startsWith('v1,'))
    .map((part) => Buffer.from(part.slice(3), 'base64'));
  return secrets.some((secret) => {
    const wanted = createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
      .update(`${id}.${timestamp}.`)
      .update(body)
      .digest();
    return given.some((one) => one.length === wanted.length && timingSafeEqual(one, wanted));
  });
}
