import { type ErrorCode, errorCatalogue } from './error-catalogue.ts';

export interface ErrorDetails {
  /** Replaces the catalogue's message, usually with one of its `cases`; never with a driver's or a provider's text. */
  readonly message?: string;
  /** Whole seconds, at least 1, for the Retry-After header. */
  readonly retryAfterSeconds?: number;
  /** The missing scope, for WWW-Authenticate. */
  readonly scope?: string;
}

/** A refusal that the caller may see. Its code is in the catalogue, and the service itself wrote its message. */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, details: ErrorDetails = {}, options?: ErrorOptions) {
    super(details.message ?? errorCatalogue[code].message, options);
    this.name = 'ServiceError';
    this.code = code;
    this.details = details;
  }
}

/**
 * The store cannot perform the operation now (unreachable, disk full, read-only, overloaded). Nothing was stored, and
 * the caller may retry. REST and MCP answer 503 `service_unavailable`. `reason` is for operators only, for example in
 * the log.
 */
export class StoreUnavailable extends Error {
  readonly reason: string;

  constructor(reason: string, options?: ErrorOptions) {
    super(`the store is unavailable: ${reason}`, options);
    this.name = 'StoreUnavailable';
    this.reason = reason;
  }
}

/**
 * Returns the part of an error that may be logged: why the store is unavailable, or the name of any other error. Never
 * returns the message, which may quote private text.
 */
export function faultName(error: unknown): string {
  if (error instanceof StoreUnavailable) return error.reason;
  return error instanceof Error ? error.name : typeof error;
}

/**
 * A fault that the operator can fix, such as a mistake in the configuration, on the command line or in a file. The
 * message is shown unchanged and without a stack, and the command exits with code 1.
 */
export class OperatorError extends Error {
  /** One line for each fault, naming its place; empty if the message is complete. */
  readonly faults: readonly string[];

  constructor(message: string, faults: readonly string[] = [], options?: ErrorOptions) {
    super(message, options);
    this.name = 'OperatorError';
    this.faults = faults;
  }
}

/**
 * Returns a `catch` handler that turns StoreUnavailable into an OperatorError. `words` gets the reason and describes
 * how far the command got. Any other error is rethrown.
 */
export function reportOutage(words: (reason: string) => string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof StoreUnavailable)) throw error;
    throw new OperatorError(words(error.reason), [], { cause: error });
  };
}
