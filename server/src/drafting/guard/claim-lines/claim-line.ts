/** The kinds of claim that have a form of their own, whatever the words around them. */
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

/** How one form of claim is found. A key of '' means that it is none after all. */
export interface ClaimLine {
  readonly kind: ClaimKind;
  readonly pattern: RegExp;
  readonly key: (match: RegExpMatchArray, original: string) => string;
  /** What it takes, a later line may take again: a promise may hold a price. */
  readonly shares?: boolean;
}
