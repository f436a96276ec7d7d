/** The kinds of claim that can be recognized by their form, regardless of the words around them. */
export type ClaimKind =
  | 'price'
  | 'percentage'
  | 'url'
  | 'email'
  | 'code'
  | 'date'
  | 'weekday'
  | 'time'
  | 'duration'
  | 'phone'
  | 'handle'
  | 'number'
  | 'promise'
  | 'action'
  | 'human'
  | 'leak';

/** The kinds of claims that consist only of wording, without a value that an item must contain. */
export const spokenKinds: ReadonlySet<ClaimKind> = new Set(['promise', 'action', 'human', 'leak']);

/**
 * A pattern that matches one form of claim, and a function that returns the claim's key. If the key is '', the text is
 * not a claim after all.
 */
export interface ClaimLine {
  readonly kind: ClaimKind;
  readonly pattern: RegExp;
  readonly key: (match: RegExpMatchArray, original: string) => string;
  /** True if a later line may match the same text again, as when a promise contains a price. */
  readonly shares?: boolean;
}
