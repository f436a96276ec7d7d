/** Line separators and the marks that reorder text. */
const reordering = '\\u2028-\\u202e\\u2066-\\u2069';
const unprintableInNames = new RegExp(`[\\p{Cc}${reordering}]`, 'gu');
const unprintableInText = new RegExp(`[^\\P{Cc}\\n\\t]|[${reordering}]`, 'gu');

/**
 * Makes an untrusted name safe to quote in a message: cuts it after 60 characters, and escapes or replaces characters
 * that control a terminal or reorder text.
 */
export function printableName(name: string): string {
  const short = name.length > 60 ? `${name.slice(0, 60).toWellFormed()}…` : name;
  return JSON.stringify(short).slice(1, -1).replaceAll('\\"', '"').replace(unprintableInNames, '\ufffd');
}

/**
 * Makes an untrusted name safe to show to a model: returns it unchanged if it looks like a property name, or
 * "(unnamed)" if it could be a sentence.
 */
export function strictName(name: string): string {
  return looksLikeName(name) ? name : '(unnamed)';
}

/** Returns true if a name looks like a property name: a letter or `_`, then at most 40 letters, digits, `_` or `-`. */
export function looksLikeName(name: string): boolean {
  return /^[A-Za-z_][\w-]{0,40}$/.test(name);
}

/**
 * Makes untrusted text safe to print on a terminal: keeps line breaks and tabs, and replaces all other control
 * characters and marks that reorder text.
 */
export function printableText(text: string): string {
  return text.toWellFormed().replace(unprintableInText, '\ufffd');
}
