import canonicalize from 'canonicalize';

/**
 * Returns JSON text to store. Equal values give the same text, regardless of key order. Returns null for null or
 * undefined.
 */
export function jsonText(value: object | null | undefined): string | null {
  return value === null || value === undefined ? null : (canonicalize(value) ?? null);
}
