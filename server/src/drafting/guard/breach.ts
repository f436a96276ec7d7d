import type { ClaimKind } from './claim-lines/claim-line.ts';

/**
 * The possible faults of a reply. A kind of claim: the reply contains an unsupported claim of this kind. `sentence`: no
 * used item supports a sentence. `name`: the reply names something that was not used. `binding`: the reply states a
 * correct value for the wrong thing. `qualifier`: it limits a value differently ("from", "a month"). `polarity`: it
 * says yes where the item says no, or the reverse. `limit`: it drops or adds an "only" or "unless". `omission`: it
 * leaves out a word that narrows the rest. `item`: an id is not approved or not currently valid.
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
  /**
   * The faulty part of the reply, or the id of the faulty item. Only the caller may use this text; it must not be
   * logged or traced.
   */
  readonly what: string;
}

export interface LedgerClaim {
  readonly kind: ClaimKind | 'sentence' | 'name';
  readonly start: number;
  readonly end: number;
  /** The used item that supports the claim; null if there is none. */
  readonly itemId: string | null;
}
