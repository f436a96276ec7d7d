import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

/** Returns the canonical JSON (RFC 8785) of a JSON value. @throws TypeError for any other value */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError('only JSON values have a canonical form');
  return text;
}

/**
 * Returns the SHA-256, in hex, of a value's canonical JSON (RFC 8785). Equal values have equal hashes, regardless of
 * key order.
 */
export function canonicalHash(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}
