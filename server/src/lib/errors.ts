import { type ErrorCode, errorCatalogue } from './error-catalogue.ts';

export interface ErrorDetails {
  /** Replaces the catalogue's message, usually with one of its `cases`; never a driver's or a provider's text. */
  readonly message?: string;
  /** Whole seconds, at least 1, for the Retry-After header. */
  readonly retryAfterSeconds?: number;
  /** The scope that was missing, for WWW-Authenticate. */
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
 * The store cannot take the operation now (unreachable, disk full, read-only, overloaded). None of it was stored, and
 * the caller may repeat it. Surfaces answer 503 `service_unavailable`; `reason` is only for the operator's log and
 * readiness page.
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
 * The part of a fault that is logged: why the store is unavailable, otherwise the name of the error. Never its message,
 * which may quote a text.
 */
export function faultName(error: unknown): string {
  if (error instanceof StoreUnavailable) return error.reason;
  return error instanceof Error ? error.name : typeof error;
}

/**
 * A mistake of the operator (configuration, command line, file). It is shown unchanged, without a stack, with exit code
 * 1.
 */
export class OperatorError extends Error {
  /** One line per fault, each naming its place; empty if the message is complete. */
  readonly faults: readonly string[];

  constructor(message: string, faults: readonly string[] = [], options?: ErrorOptions) {
    super(message, options);
    this.name = 'OperatorError';
    this.faults = faults;
  }
}

/**
 * Returns a function for a `catch`, which describes how far a command got before the store became unavailable. The
 * words are built from the reason. Any other error is thrown again.
 */
export function reportOutage(words: (reason: string) => string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof StoreUnavailable)) throw error;
    throw new OperatorError(words(error.reason), [], { cause: error });
  };
}
