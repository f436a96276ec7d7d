import { type ErrorCode, errorCatalogue } from './error-catalogue.ts';

export interface ErrorDetails {
  /** Replaces the catalogue's message, as a rule by one of its `cases`; never a driver's or a provider's text. */
  readonly message?: string;
  /** Whole seconds, at least 1, for the Retry-After header. */
  readonly retryAfterSeconds?: number;
  /** The scope that was missing, for WWW-Authenticate. */
  readonly scope?: string;
}

/** A refusal that the caller may see: its code is in the catalogue, its message is ours. */
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
 * The store cannot take the operation now (unreachable, disk full, read-only, overloaded): nothing of it was kept,
 * and the caller may repeat it. Surfaces answer 503 `service_unavailable`; `reason` is for the operator's log and
 * readiness page only.
 */
export class StoreUnavailable extends Error {
  readonly reason: string;

  constructor(reason: string, options?: ErrorOptions) {
    super(`the store is unavailable: ${reason}`, options);
    this.name = 'StoreUnavailable';
    this.reason = reason;
  }
}

/** What a log says of a fault: why the store is unavailable, else the name of the error. Never its message, which may quote a text. */
export function faultName(error: unknown): string {
  if (error instanceof StoreUnavailable) return error.reason;
  return error instanceof Error ? error.name : typeof error;
}

/** A mistake of the operator (configuration, command line, file): shown as it is, without a stack, exit code 1. */
export class OperatorError extends Error {
  /** One line per fault, each naming its place; empty when the message says it all. */
  readonly faults: readonly string[];

  constructor(message: string, faults: readonly string[] = [], options?: ErrorOptions) {
    super(message, options);
    this.name = 'OperatorError';
    this.faults = faults;
  }
}

/** For a `catch`: tells an operator what an unavailable store left of a command, in words made of the reason. Any other error is thrown on. */
export function tellOutage(words: (reason: string) => string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof StoreUnavailable)) throw error;
    throw new OperatorError(words(error.reason), [], { cause: error });
  };
}
