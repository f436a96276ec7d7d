/**
 * What of a language must be understood to compare it with approved English: values, bounds, denials, commitments. It is
 * no dictionary.
 */
export interface LanguageTable {
  /** `word:english`, for what makes a claim. */
  readonly pairs: string;
  /** First person, future tense: a promise. Null where it is said with a verb of its own. */
  readonly vow: RegExp | null;
  /** Words that only look like `vow`. */
  readonly ordinary: string;
  /** Words that claim nothing. */
  readonly small: string;
  /** Words of danger: such a message goes to nobody but the creator. */
  readonly alarm: RegExp;
}
