/** A code point outside the basic multilingual plane: two UTF-16 units, four bytes in UTF-8. */
export const astral = '𝒜';

/** Texts that no store can store, each preceded by the reason. */
export const unusableTexts = [
  ['a NUL', 'ab\u0000cd'],
  ['a lone high surrogate', 'ab\ud800cd'],
  ['a lone low surrogate', 'ab\udc00cd'],
  ['a surrogate pair in the wrong order', 'ab\udc00\ud800cd'],
] as const;

/** Values of every JSON type except string. */
export const notStrings = [null, 0, 12.5, true, false, [], ['a'], {}, { a: 'b' }];

/** Shortens a value for a failing test's message. */
export function shown(value: unknown): string {
  return (JSON.stringify(value) ?? String(value)).slice(0, 80);
}
