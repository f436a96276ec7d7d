export interface FieldFault {
  readonly path: string;
  readonly message: string;
}

/** The error of a failed call. Its message may be shown to the user unchanged. */
export class ApiError extends Error {
  /** The contract's code, or `away` if the service did not answer. */
  readonly code: string;
  readonly fields: readonly FieldFault[];
  readonly retryAfterSeconds: number | null;

  constructor(
    code: string,
    message: string,
    fields: readonly FieldFault[] = [],
    retryAfterSeconds: number | null = null,
  ) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.fields = fields;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Returns true if the service did not answer. */
export function isAway(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'away';
}

/** Returns true if the requested object was erased, or if this person no longer has access to the object. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'console_not_found' || error.code === 'console_role_missing');
}

/**
 * Returns the error message for the form field `name` or for an entry in that field; undefined if there is none. `name`
 * is the whole path of the field, or its last part.
 */
export function faultOf(error: unknown, name: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const fault = error.fields.find(
    ({ path }) => path === name || path.endsWith(`.${name}`) || path.includes(`${name}[`),
  );
  return fault?.message;
}
