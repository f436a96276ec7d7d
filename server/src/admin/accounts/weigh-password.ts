export interface WeighPassword {
  readonly password: string;
  readonly ownWords: readonly string[];
}

export interface WeighedPassword {
  /** Null if strong enough; otherwise the reason in a sentence, or ''. */
  readonly weakness: string | null;
}
