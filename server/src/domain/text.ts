import Type, { type TString } from 'typebox';

/**
 * Returns the schema of a string of `min` to `max` Unicode code points, which is how JSON Schema measures length.
 * `createValidator` rejects NULs and lone surrogates.
 */
export function text(min: number, max: number, options: Record<string, unknown> = {}): TString {
  return Type.String({ minLength: min, maxLength: max, ...options });
}

/** Returns the schema of an identifier as callers and documents write it: 1 to 120 code points. */
export function identifier(description: string): TString {
  return text(1, 120, { description });
}

/** Returns the schema of an RFC 3339 date-time. */
export function dateTime(description: string): TString {
  return Type.String({ format: 'date-time', description });
}
