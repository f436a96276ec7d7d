import { memoize } from './memoize.ts';

/**
 * Returns the stem of an English word. Uses Porter's first steps and the most common endings. The stem is not
 * linguistically exact: two forms of one word should share a stem, and two different words should not.
 */
export const stem: (word: string) => string = memoize(stemOf);

function stemOf(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  let base = word;
  if (base.endsWith('sses')) base = base.slice(0, -2);
  else if (base.endsWith('ies')) base = `${base.slice(0, -3)}y`;
  else if (/(?:x|ch|sh|s)es$/.test(base)) base = base.slice(0, -2);
  else if (base.endsWith('s') && !/(?:ss|us|is)$/.test(base)) base = base.slice(0, -1);
  if (base.length > 5 && base.endsWith('ing') && /[aeiouy]/.test(base.slice(0, -3))) base = undouble(base.slice(0, -3));
  else if (base.length > 4 && base.endsWith('ed') && !base.endsWith('eed') && /[aeiouy]/.test(base.slice(0, -2)))
    base = undouble(base.slice(0, -2));
  if (base.length > 6) base = base.replace(/(?:ization|isation)$/, 'ize').replace(/(?:ation|ment|ness|ful|ly)$/, '');
  if (base.length > 4 && base.endsWith('e')) base = base.slice(0, -1);
  if (base.length > 4 && base.endsWith('y')) base = `${base.slice(0, -1)}i`;
  return base;
}

function undouble(base: string): string {
  const last = base.at(-1);
  return last !== undefined && last === base.at(-2) && !'lsz'.includes(last) ? base.slice(0, -1) : base;
}
