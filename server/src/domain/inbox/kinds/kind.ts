/** A value that connections of a kind need in addition to the common settings. */
export interface KindField {
  readonly name: string;
  /** The field's label in a form. */
  readonly title: string;
  readonly help: string;
  /** `secret` is sealed and never shown again. `generated` is a secret that Understudy creates and shows once. */
  readonly as: 'text' | 'secret' | 'generated';
  readonly isOptional?: true;
  /** The maximum length of the value, in code points. */
  readonly longest: number;
  /** The source of a regular expression that the whole value must match. */
  readonly pattern?: string;
  /** What `pattern` accepts, in words, such as `a host name`. */
  readonly form?: string;
  /** The transports that use this field. If omitted, all transports use it. */
  readonly transports?: readonly string[];
}

/** A way for messages to arrive. */
export interface Transport {
  readonly name: string;
  readonly title: string;
  /**
   * With `push`, the provider calls the receiver's address. With `pull`, Understudy polls the provider with calls that
   * only read.
   */
  readonly way: 'push' | 'pull';
  /**
   * The steps that the creator follows, in order. `{receiverUrl}`, `{code}` and `{name of a field}` are placeholders
   * for the connection's values. A step with a missing value is omitted.
   */
  readonly steps: readonly string[];
}

/** Everything that a form, a command or a page needs to know about a kind of connection. */
export interface Kind {
  readonly title: string;
  readonly summary: string;
  /** The transports; the first one is the default. */
  readonly transports: readonly [Transport, ...Transport[]];
  readonly fields: readonly KindField[];
  /**
   * How a provider's account is bound to a connection. With `secret`, knowing the secret proves control of the account.
   * With `echo`, the creator sends a code from the account.
   */
  readonly binding: 'secret' | 'echo';
  /**
   * The name of the field that identifies the account. The owner of the receiver may fill in this field, so that no
   * code needs to be sent.
   */
  readonly accountField?: string;
  /** The default of `replyWindowHours`. */
  readonly replyWindowHours: number | null;
  /** The document in the repository with the full steps. */
  readonly page: string;
}
