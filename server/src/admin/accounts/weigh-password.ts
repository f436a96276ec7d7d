export interface WeighPassword {
  readonly number: number;
  readonly password: string;
  readonly ownWords: readonly string[];
}

export interface WeighedPassword {
  readonly number: number;
  /** Null: strong enough; else why it is not, in a sentence, or ''. */
  readonly weakness: string | null;
}
