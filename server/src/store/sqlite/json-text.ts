import canonicalize from 'canonicalize';

/** JSON text to store, the same for equal values regardless of key order; null for an absent value. */
export function jsonText(value: object | null | undefined): string | null {
  return value === null || value === undefined ? null : (canonicalize(value) ?? null);
}
