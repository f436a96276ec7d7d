export interface Sentence {
  readonly text: string;
  /** True if the text ends like a sentence. */
  readonly isWhole: boolean;
}

/**
 * Matches the space before a goodbye. A goodbye in lower case would otherwise be read as a continuation of the
 * preceding sentence.
 */
const goodbye = /(?<=[.!?…]) +(?=(?:x+o?x*o?|hugs|love|cheers)\b)/i;
const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/**
 * Splits lines that belong together into sentences. A line that does not end a sentence continues in the next line if
 * that line begins in lower case.
 */
export function sentencesOf(lines: readonly string[]): Sentence[] {
  const joined: string[] = [];
  for (const line of lines) {
    const last = joined.at(-1);
    if (last !== undefined && /^[\p{Ll}(]/u.test(line) && !endsLikeOne(last))
      joined[joined.length - 1] = `${last} ${line}`;
    else joined.push(line);
  }
  const parts = joined.flatMap((line) => line.split(goodbye));
  return parts.flatMap((line) =>
    Array.from(segmenter.segment(line), ({ segment }) => segment.trim())
      .filter((text) => text !== '')
      .map((text) => ({ text, isWhole: endsLikeOne(text) })),
  );
}

function endsLikeOne(text: string): boolean {
  return /[.!?…]["”')\]]*(?:\s*\p{Extended_Pictographic}\uFE0F?)*$/u.test(text);
}
