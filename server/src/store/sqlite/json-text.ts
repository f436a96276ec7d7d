import canonicalize from 'canonicalize';

/** JSON text to store, the same for equal values whatever the order of their keys; null for what is absent. */
export function jsonText(value: object | null | undefined): string | null {
  return value === null || value === undefined ? null : (canonicalize(value) ?? null);
}
