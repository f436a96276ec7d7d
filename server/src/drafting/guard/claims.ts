import { canonicalTextOf, placeOf } from './canonical-text.ts';
import { addressLines } from './claim-lines/addresses.ts';
import { amountLines } from './claim-lines/amounts.ts';
import type { ClaimKind, ClaimLine } from './claim-lines/claim-line.ts';
import { commitmentLines } from './claim-lines/commitments.ts';
import { momentLines } from './claim-lines/moments.ts';
import { qualifierOf } from './qualifier.ts';

/**
 * One assertion in a text that can be wrong. `key` is the normal form of the assertion: two spellings of one price have
 * the same key.
 */
export interface Claim {
  readonly kind: ClaimKind;
  readonly key: string;
  /** The limit or repetition of the value: `min`, `max`, `about`, `per month`; '' if there is none. */
  readonly qualifier: string;
  /** Offsets into the text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

/**
 * The order of the lines matters, because a line does not see the text that earlier lines matched. All patterns take
 * linear time.
 */
const lines: readonly ClaimLine[] = [...addressLines, ...amountLines, ...momentLines, ...commitmentLines];

/** Returns every typed claim in a text, in order. */
export function claimsIn(text: string): Claim[] {
  const reading = canonicalTextOf(text);
  let left = reading.text;
  const claims: Claim[] = [];
  for (const { kind, pattern, key, shares } of lines) {
    for (const match of left.matchAll(pattern)) {
      const end = match.index + match[0].length;
      const place = placeOf(reading, match.index, end);
      const value = key(match, text.slice(place.start, place.end));
      if (value === '') continue;
      claims.push({ kind, key: value, qualifier: shares ? '' : qualifierOf(reading.text, match.index, end), ...place });
      if (!shares) left = left.slice(0, match.index) + '\u0001'.repeat(match[0].length) + left.slice(end);
    }
  }
  return withUnits(
    claims.sort((a, b) => a.start - b.start || a.end - b.end),
    text,
  );
}

/**
 * Gives a bare number the unit of an earlier duration: in "2 to 4 days within the EU and 5 to 8 elsewhere", the second
 * range is also in days.
 */
function withUnits(claims: readonly Claim[], text: string): Claim[] {
  let last: Claim | undefined;
  return claims.map((claim) => {
    if (claim.kind === 'duration') last = claim;
    const isBare = claim.kind === 'number' && /^[\d.-]+$/.test(claim.key);
    if (last === undefined || !isBare || /[.!?]\s/.test(text.slice(last.end, claim.start))) return claim;
    const isPlaced =
      /^\s(?:in|within|to|for|outside|everywhere|elsewhere|abroad)(?![a-z])/i.test(
        text.slice(claim.end, claim.end + 12),
      ) || /(?:everywhere else|elsewhere|abroad),?(?: it's| it is)? $/i.test(text.slice(last.end, claim.start));
    if (!isPlaced) return claim;
    return { ...claim, kind: 'duration', key: `${claim.key} ${last.key.replace(/^[\d.-]+ /, '')}` };
  });
}
