export interface Sentence {
  readonly text: string;
  /** It ends like a sentence. */
  readonly isWhole: boolean;
}

/** What a goodbye in lower case begins with, which reads like the sentence before it going on. */
const goodbye = /(?<=[.!?…]) +(?=(?:x+o?x*o?|hugs|love|cheers)\b)/i;
const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** The sentences of lines that belong together. A line that ends like no sentence goes on in the next one if that begins in lower case. */
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
