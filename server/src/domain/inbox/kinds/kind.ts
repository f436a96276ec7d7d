/** A value that connections of a kind need in addition to the common settings. */
export interface KindField {
  readonly name: string;
  /** The field's label in a form. */
  readonly title: string;
  readonly help: string;
  /** `secret`: sealed, and never shown again. `generated`: a secret that Understudy creates and shows once. */
  readonly as: 'text' | 'secret' | 'generated';
  readonly isOptional?: true;
  /** The maximum length in code points. */
  readonly longest: number;
  /** The source of a regular expression that must match the whole value. */
  readonly pattern?: string;
  /** The meaning of `pattern` in words, such as `a host name`. */
  readonly form?: string;
  /** The transports that use it; if omitted, all of them. */
  readonly transports?: readonly string[];
}

/** A way for messages of a kind to arrive. */
export interface Transport {
  readonly name: string;
  readonly title: string;
  /** `push`: the provider calls the receiver's address. `pull`: Understudy polls, with the listed read calls only. */
  readonly way: 'push' | 'pull';
  /**
   * The creator's steps, in order. `{receiverUrl}`, `{code}` and `{name of a field}` are placeholders for values of the
   * connection; a step with a missing value is omitted.
   */
  readonly steps: readonly string[];
}

/** Everything that a form, a command or a page needs to know about a kind of connection. */
export interface Kind {
  readonly title: string;
  readonly summary: string;
  /** The first one is the default. */
  readonly transports: readonly [Transport, ...Transport[]];
  readonly fields: readonly KindField[];
  /**
   * How a provider's account is bound to a connection. `secret`: the holder of the secret controls the account. `echo`:
   * the creator sends a code from the account.
   */
  readonly binding: 'secret' | 'echo';
  /** The field that names the account. The receiver's owner may fill it in instead of sending a code. */
  readonly accountField?: string;
  /** The default of `replyWindowHours`. */
  readonly replyWindowHours: number | null;
  /** The document with the full steps, in the repository. */
  readonly page: string;
}
