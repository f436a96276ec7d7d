import type { ClaimKind } from './claim-lines/claim-line.ts';

/**
 * What may be wrong with a reply. Beside the typed claims: `sentence` rests on no used item; `name` is of nothing that was used;
 * `binding` says a right value of the wrong thing; `qualifier` bounds it otherwise ("from", "a month"); `polarity` says yes for no;
 * `limit` drops or adds an "only" or "unless"; `omission` leaves out what narrows the rest; `item` is an id that is not approved or not valid now.
 */
export type BreachKind =
  | ClaimKind
  | 'sentence'
  | 'name'
  | 'binding'
  | 'qualifier'
  | 'polarity'
  | 'limit'
  | 'omission'
  | 'repeat'
  | 'language'
  | 'disguise'
  | 'markup'
  | 'media'
  | 'item'
  | 'avoid'
  | 'neverSay'
  | 'emoji'
  | 'length';

export interface Breach {
  readonly kind: BreachKind;
  readonly start: number;
  readonly end: number;
  /** The offending piece of the reply, or the id of the item: for the caller, never for a log or a trace. */
  readonly what: string;
}

export interface LedgerClaim {
  readonly kind: ClaimKind | 'sentence' | 'name';
  readonly start: number;
  readonly end: number;
  /** The used item that says the same; null when none does. */
  readonly itemId: string | null;
}
