/** A change that no test can notice, because the service behaves in the same way with it. */
export interface Equivalent {
  readonly file: string;
  /** The change as `measure-mutants` prints it, or its beginning. */
  readonly what: string;
  readonly reason: string;
}

export const equivalents: readonly Equivalent[] = [];
