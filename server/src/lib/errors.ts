import { inboxErrors } from './inbox-errors.ts';
import { pageErrors } from './page-errors.ts';

/** One entry of the error catalogue: what a caller sees, who can act, and whether the same request may be retried. */
export interface ErrorEntry {
  readonly status: number;
  readonly retryable: boolean;
  readonly whoActs: 'caller' | 'operator' | 'creator';
  readonly message: string;
  readonly nextStep: string;
}

/** Every error code of the service. Codes are part of the contract: they are added to, never renamed. */
export const errorCatalogue = {
  agent_auth_required: {
    status: 401,
    retryable: false,
    whoActs: 'caller',
    message: 'This endpoint needs an API key.',
    nextStep: 'Send "Authorization: Bearer <API_KEY>" with a key made by "understudy keys create".',
  },
  agent_key_invalid: {
    status: 401,
    retryable: false,
    whoActs: 'caller',
    message: 'The API key is unknown, expired or revoked.',
    nextStep: 'Check the key for typing errors, or replace it with a new one.',
  },
  agent_workspace_inactive: {
    status: 403,
    retryable: false,
    whoActs: 'creator',
    message: 'The workspace of this key is not active on a paid plan.',
    nextStep: 'Reactivate the workspace, then try again.',
  },
  agent_scope_missing: {
    status: 403,
    retryable: false,
    whoActs: 'creator',
    message: 'The API key lacks the scope that this operation needs.',
    nextStep: 'Use a key that has the scope.',
  },
  agent_origin_rejected: {
    status: 403,
    retryable: false,
    whoActs: 'creator',
    message: 'This browser origin is not configured for the workspace of the key.',
    nextStep: "Add the origin to the workspace's allowedOrigins, or call from a server without an Origin header.",
  },
  agent_profile_not_found: {
    status: 404,
    retryable: false,
    whoActs: 'caller',
    message: 'No active profile with this profileId is available to the key.',
    nextStep: 'Check the profileId with the creator.',
  },
  agent_conversation_not_found: {
    status: 404,
    retryable: false,
    whoActs: 'caller',
    message: 'No such conversation is available to the key.',
    nextStep: 'Check the conversationId, and that the conversation has a message from the contact.',
  },
  agent_confirmation_required: {
    status: 409,
    retryable: false,
    whoActs: 'caller',
    message: 'A handoff needs "confirm": true.',
    nextStep: 'Ask the user, and send "confirm": true only after they approve.',
  },
  idempotency_key_required: {
    status: 400,
    retryable: false,
    whoActs: 'caller',
    message:
      'A write needs an idempotency key of 8 to 120 characters: a letter or digit first, then letters, digits, ".", "_", ":" or "-".',
    nextStep: 'Send one unique key for each logical write, for example a UUID, and keep it across retries.',
  },
  idempotency_key_reused: {
    status: 409,
    retryable: false,
    whoActs: 'caller',
    message: 'This idempotency key was already used with a different input.',
    nextStep: 'Use a new idempotency key for the new input.',
  },
  idempotency_in_progress: {
    status: 409,
    retryable: false,
    whoActs: 'caller',
    message: 'The same request is still being processed.',
    nextStep: 'Wait for the time in Retry-After, then repeat it once with the same key to get the stored result.',
  },
  agent_monthly_quota_used: {
    status: 429,
    retryable: false,
    whoActs: 'creator',
    message: 'The monthly reply allowance of this workspace is used up.',
    nextStep: 'Wait for the renewal, or ask the creator for a larger plan.',
  },
  rate_limited: {
    status: 429,
    retryable: true,
    whoActs: 'caller',
    message: 'Too many requests within a minute.',
    nextStep: 'Wait for the time in Retry-After, then retry with the same idempotency key.',
  },
  invalid_json: {
    status: 400,
    retryable: false,
    whoActs: 'caller',
    message: 'The body is not valid JSON in UTF-8.',
    nextStep: 'Send one JSON object, encoded in UTF-8.',
  },
  invalid_request: {
    status: 400,
    retryable: false,
    whoActs: 'caller',
    message: 'The request does not fit its description.',
    nextStep: 'Correct the field that the message names.',
  },
  ...inboxErrors,
  ...pageErrors,
  not_found: {
    status: 404,
    retryable: false,
    whoActs: 'caller',
    message: 'There is nothing at this path.',
    nextStep: 'See /api/v1/agent/openapi.json for the paths of this service.',
  },
  method_not_allowed: {
    status: 405,
    retryable: false,
    whoActs: 'caller',
    message: 'This path does not take this method.',
    nextStep: 'Use a method named in the Allow header.',
  },
  not_acceptable: {
    status: 406,
    retryable: false,
    whoActs: 'caller',
    message: 'None of the accepted types can be served.',
    nextStep: 'Accept application/json or text/event-stream.',
  },
  payload_too_large: {
    status: 413,
    retryable: false,
    whoActs: 'caller',
    message: 'The request body is too large.',
    nextStep: 'Send a smaller body.',
  },
  unsupported_media_type: {
    status: 415,
    retryable: false,
    whoActs: 'caller',
    message: 'The body must be JSON.',
    nextStep: 'Send "Content-Type: application/json".',
  },
  internal_error: {
    status: 500,
    retryable: true,
    whoActs: 'operator',
    message: 'Something went wrong inside the service.',
    nextStep: 'Retry with backoff and the same idempotency key; keep the request id for the operator.',
  },
  service_unavailable: {
    status: 503,
    retryable: true,
    whoActs: 'operator',
    message: 'The service cannot serve this request now.',
    nextStep: 'Wait for the time in Retry-After, then retry with the same idempotency key.',
  },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errorCatalogue;

export interface ErrorDetails {
  /** Replaces the catalogue's message; written by us for callers, never a driver's or a provider's text. */
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
