import canonicalize from 'canonicalize';

/** JSON text to store. Equal values give the same text, regardless of key order. Null for an absent value. */
export function jsonText(value: object | null | undefined): string | null {
  return value === null || value === undefined ? null : (canonicalize(value) ?? null);
}
