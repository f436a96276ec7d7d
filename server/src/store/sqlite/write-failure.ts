import { OperatorError, StoreUnavailable } from '../../lib/errors.ts';
import { outageReason } from './sqlite-failure.ts';

/** An error in a form that crosses threads. */
export type Failure =
  | { readonly kind: 'unavailable'; readonly reason: string }
  | { readonly kind: 'operator'; readonly message: string; readonly faults: readonly string[] }
  | { readonly kind: 'defect'; readonly error: unknown };

/** Converts an error to a form that crosses threads. */
export function failureOf(error: unknown): Failure {
  if (error instanceof OperatorError) return { kind: 'operator', message: error.message, faults: error.faults };
  const reason = error instanceof StoreUnavailable ? error.reason : outageReason(error);
  return reason === null ? { kind: 'defect', error } : { kind: 'unavailable', reason };
}

/** Returns the error for a failure from another thread. */
export function errorOf(failure: Failure): Error {
  switch (failure.kind) {
    case 'unavailable':
      return new StoreUnavailable(failure.reason);
    case 'operator':
      return new OperatorError(failure.message, failure.faults);
    case 'defect':
      return new Error('a write operation failed', { cause: failure.error });
  }
}
