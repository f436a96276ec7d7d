/** A value that a connection of a kind needs besides the settings that all connections have. */
export interface KindField {
  readonly name: string;
  /** What a form calls it. */
  readonly title: string;
  readonly help: string;
  /** `secret`: sealed, and never shown again. `generated`: a secret that Understudy makes, and shows once. */
  readonly as: 'text' | 'secret' | 'generated';
  readonly isOptional?: true;
  /** Code points at most. */
  readonly longest: number;
  /** The source of a regular expression that a whole value matches. */
  readonly pattern?: string;
  /** What `pattern` means, in words: such as `a host name`. */
  readonly form?: string;
  /** The transports that use it; left out: all of them. */
  readonly transports?: readonly string[];
}

/** A way in which messages of a kind come in. */
export interface Transport {
  readonly name: string;
  readonly title: string;
  /** `push`: the provider calls the receiver's address. `pull`: Understudy asks, by listed read calls only. */
  readonly way: 'push' | 'pull';
  /**
   * What the creator does, in order. `{receiverUrl}`, `{code}` and `{name of a field}` stand for values of the connection; a step that
   * names a value which the connection lacks is left out.
   */
  readonly steps: readonly string[];
}

/** All that a form, a command or a page needs to know of a kind of connection. */
export interface Kind {
  readonly title: string;
  readonly summary: string;
  /** The first one is the default. */
  readonly transports: readonly [Transport, ...Transport[]];
  readonly fields: readonly KindField[];
  /**
   * How an account of the provider comes to belong to a connection. `secret`: whoever holds the secret speaks for it. `echo`: the
   * creator sends a code from the account.
   */
  readonly binding: 'secret' | 'echo';
  /** The field that names the account. Whoever owns the receiver may name it there instead of sending a code. */
  readonly accountField?: string;
  /** The default of `replyWindowHours`. */
  readonly replyWindowHours: number | null;
  /** Where the steps stand in full, in the repository. */
  readonly page: string;
}
