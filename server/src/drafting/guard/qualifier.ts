const bounds: readonly (readonly [string, RegExp])[] = [
  [
    'min',
    /(?:\bfrom|\b(?:start|begin)(?:s|n?ing)? (?:at|from)|\bat least|\bminimum(?: of)?|(?<!\bnot?\s)\bmore than|\bover|\bnot? less than|\bafter)$/,
  ],
  [
    'max',
    /(?:\bup to|\bat most|\bmax(?:imum)?(?: of)?|\bnot? more than|\bless than|\bunder|\bbelow|\bwithin|\bby|\bbefore|\buntil|\btill)$/,
  ],
  ['about', /(?:\babout|\baround|\broughly|\bapproximately|\balmost|\bnearly|\bsome|~)$/],
  ['minus', /(?:^|\s)-$/],
];
const rate =
  /^\s?(?:,? ?(?:per|a|an|each|every|\/)\s?(second|minute|hour|hr|day|night|week|month|mo|year|person|head|guest|piece|lesson|class|session|item|order)s?\b| (for (?:a|an|1|one|the first) (?:day|week|month|year))\b|(?:each|apiece|p\.?p\b)|(monthly|weekly|daily|yearly|annually))/;

/**
 * Returns the limit or repetition of the value in text[from, to); '' if there is none. For example, "up to 14 days"
 * differs from "14 days", "€9 a month" from "€9", and "free for a month" from "free".
 */
export function qualifierOf(text: string, from: number, to: number): string {
  const directly = text.slice(Math.max(0, from - 20), from);
  // "-€38" is negative, but "mug - €38" is not.
  const before = /\s$/.test(directly) ? directly.trimEnd().replace(/-$/, '') : directly;
  const isRange = /^\s?(?:to|till|until|through|-)\s?\d/.test(text.slice(to, to + 12));
  const bound = isRange ? '' : (bounds.find(([, pattern]) => pattern.test(before))?.[0] ?? '');
  const after = rate.exec(text.slice(to, to + 24));
  const per = after === null ? '' : (after[2] ?? `per ${perOf(after[1] ?? after[3] ?? 'piece')}`);
  return `${bound} ${per}`.trim();
}

function perOf(word: string): string {
  const unit = {
    mo: 'month',
    hr: 'hour',
    monthly: 'month',
    weekly: 'week',
    daily: 'day',
    yearly: 'year',
    annually: 'year',
  }[word];
  return unit ?? (/^(?:person|head|guest)$/.test(word) ? 'person' : word);
}
