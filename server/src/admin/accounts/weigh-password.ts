export interface WeighPassword {
  readonly number: number;
  readonly password: string;
  readonly ownWords: readonly string[];
}

export interface WeighedPassword {
  readonly number: number;
  /** Null if strong enough; otherwise the reason in a sentence, or ''. */
  readonly weakness: string | null;
}
