import { randomBytes } from 'node:crypto';

const unseen = /\p{Default_Ignorable_Code_Point}|\p{Cf}|\p{Co}/gu;

/** What stands between two words of what came from outside. */
export const wordMark = '\u02c6';

export interface MarkedData {
  readonly tag: string;
  readonly text: string;
}

/**
 * Spotlighting (Hines et al. 2024, arXiv 2403.14720): what came from outside as one JSON string, every space of it
 * replaced by a mark, invisible characters gone, between tags that nobody outside can know.
 */
export function markData(value: unknown, tag = `data-${randomBytes(8).toString('hex')}`): MarkedData {
  const json = JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'string' ? marked(inner) : inner));
  return { tag, text: `<${tag}>\n${JSON.stringify(json)}\n</${tag}>` };
}

function marked(text: string): string {
  return text
    .replaceAll(wordMark, ' ')
    .replace(unseen, '')
    .trim()
    .replace(/[\s\p{Cc}]+/gu, wordMark);
}
