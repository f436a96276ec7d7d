import type { ClaimKind } from './claim-lines/claim-line.ts';

/**
 * The possible faults of a reply: an unsupported claim of any kind, and the following. `sentence`: no used item
 * supports a sentence. `name`: the reply names something that was not used. `binding`: it states a correct value for
 * the wrong thing. `qualifier`: it limits a value differently ("from", "a month"). `polarity`: it says yes instead of
 * no. `limit`: it drops or adds an "only" or "unless". `omission`: it leaves out a word that narrows the rest. `item`:
 * an id is not approved or not currently valid.
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
   * The offending piece of the reply, or the item's id. Only the caller may use this text; it must not be logged or
   * traced.
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
