export interface WeighPassword {
  readonly password: string;
  readonly ownWords: readonly string[];
}

export interface WeighedPassword {
  /** Null if the password is strong enough; otherwise the reason in a sentence, or '' if the library gives none. */
  readonly weakness: string | null;
}
