import type { EpochMs } from './period.ts';
import type { Fact, Offer, Phrase } from './persona.ts';

/** A span that includes `from` but not `until`. An open bound is infinite. */
export interface Validity {
  readonly from: EpochMs;
  readonly until: EpochMs;
}

/** Returns true unless the creator withdrew the item. */
export function isApproved(item: { readonly approved?: boolean | undefined }): boolean {
  return item.approved !== false;
}

/** Returns when an item may be used. A phrase may always be used. */
export function validityOf(item: Phrase | Fact | Offer): Validity {
  const [from, until] =
    'name' in item ? [item.startsAt, item.endsAt] : 'use' in item ? [] : [item.validFrom, item.validUntil];
  return {
    from: from === undefined ? Number.NEGATIVE_INFINITY : Date.parse(from),
    until: until === undefined ? Number.POSITIVE_INFINITY : Date.parse(until),
  };
}

/** Returns true if an instant is within a span. */
export function isValid({ from, until }: Validity, now: EpochMs): boolean {
  return from <= now && now < until;
}
