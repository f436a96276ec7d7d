/** The kinds of claim that have a form of their own, regardless of the words around them. */
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

/** The kinds that have no value that an item must contain, because only the wording makes the claim. */
export const spokenKinds: ReadonlySet<ClaimKind> = new Set(['promise', 'action', 'human', 'leak']);

/** How to find one form of claim. A key of '' means that the text is not a claim after all. */
export interface ClaimLine {
  readonly kind: ClaimKind;
  readonly pattern: RegExp;
  readonly key: (match: RegExpMatchArray, original: string) => string;
  /** True if a later line may match the same text again, because a promise may contain a price. */
  readonly shares?: boolean;
}
