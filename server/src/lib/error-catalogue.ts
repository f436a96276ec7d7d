import { inboxErrors } from './inbox-errors.ts';
import { pageErrors } from './page-errors.ts';

/** One entry of the error catalogue: what a caller sees, who can act, and whether the same request may be retried. */
export interface ErrorEntry {
  readonly status: number;
  readonly retryable: boolean;
  readonly whoActs: 'caller' | 'operator' | 'creator';
  readonly message: string;
  readonly nextStep: string;
  /** The next step for a model, if it differs from `nextStep`. */
  readonly toolStep?: string | ((known: { readonly waitSeconds: number; readonly scope: string }) => string);
  /** Messages that are more specific than `message`, by case. */
  readonly cases?: Readonly<Record<string, string | ((known: never) => string)>>;
}

/**
 * The only source of the service's error codes and their wording. For `invalid_request` and `invalid_json`, the code
 * that reads the input may replace the message with one that describes the fault. Codes are part of the contract: new
 * ones may be added, but none may be renamed.
 */
export const errorCatalogue = {
  agent_auth_required: {
    status: 401,
    retryable: false,
    whoActs: 'caller',
    message: 'This endpoint requires an API key.',
    nextStep: 'Send "Authorization: Bearer <API_KEY>" with a key created by "understudy keys create".',
  },
  agent_key_invalid: {
    status: 401,
    retryable: false,
    whoActs: 'caller',
    message: 'The API key is unknown, expired, or revoked.',
    nextStep: 'Check the key for typos, or replace it with a new one.',
  },
  agent_workspace_inactive: {
    status: 403,
    retryable: false,
    whoActs: 'creator',
    message: "This key's workspace has no active paid plan.",
    nextStep: 'Reactivate the workspace, then try again.',
  },
  agent_scope_missing: {
    status: 403,
    retryable: false,
    whoActs: 'creator',
    message: 'The API key lacks the scope that this operation needs.',
    nextStep: 'Use a key that has this scope.',
    toolStep: ({ scope }) => `Do not retry. Tell the user that the API key needs the scope ${scope}.`,
    cases: { named: (scope: string) => `This API key lacks the scope ${scope}.` },
  },
  agent_origin_rejected: {
    status: 403,
    retryable: false,
    whoActs: 'creator',
    message: "This key's workspace does not allow this browser origin.",
    nextStep: "Add the origin to the workspace's allowedOrigins, or call from a server without an Origin header.",
  },
  agent_profile_not_found: {
    status: 404,
    retryable: false,
    whoActs: 'caller',
    message: 'No active profile with this profileId exists, or the key has no access to it.',
    nextStep: 'Check the profileId with the creator.',
    toolStep: 'Do not guess. Ask the user for the profileId of an active profile.',
  },
  agent_conversation_not_found: {
    status: 404,
    retryable: false,
    whoActs: 'caller',
    message: 'No conversation with this conversationId exists, or the key has no access to it.',
    nextStep: 'Check the conversationId, and make sure that the conversation contains a message from the contact.',
    toolStep:
      'Do not guess. Ask the user for the conversationId. The conversation must belong to the profile and, for a handoff, contain a message from the fan.',
  },
  agent_confirmation_required: {
    status: 409,
    retryable: false,
    whoActs: 'caller',
    message: 'A handoff requires "confirm": true.',
    nextStep: 'Ask the user, and send "confirm": true only after they approve.',
    toolStep:
      'Ask the user whether to hand the conversation over. Call again with confirm: true only after they approve.',
  },
  idempotency_key_required: {
    status: 400,
    retryable: false,
    whoActs: 'caller',
    message:
      'A write requires an idempotency key of 8 to 120 characters: a letter or digit first, then letters, digits, ".", "_", ":" or "-".',
    nextStep: 'Send one unique key for each logical write, for example a UUID, and keep it across retries.',
    toolStep:
      'Call again with an idempotencyKey: one unique value, for example a UUID. Keep it when you retry this call.',
  },
  idempotency_key_reused: {
    status: 409,
    retryable: false,
    whoActs: 'caller',
    message: 'This idempotency key was already used with a different input.',
    nextStep: 'Use a new idempotency key for the new input.',
    toolStep:
      'To submit this input, call again with a new idempotencyKey. To get the earlier result, repeat the earlier input.',
  },
  idempotency_in_progress: {
    status: 409,
    retryable: false,
    whoActs: 'caller',
    message: 'The same request is still being processed.',
    nextStep:
      'Wait for the number of seconds in Retry-After, then repeat the request once with the same key to get the stored result.',
    toolStep: ({ waitSeconds }) =>
      `Wait ${waitSeconds} s, then repeat the same call once with the same idempotencyKey to get the stored result.`,
  },
  agent_monthly_quota_used: {
    status: 429,
    retryable: false,
    whoActs: 'creator',
    message: "This workspace's monthly reply allowance is used up.",
    nextStep: 'Wait until the allowance renews, or ask the creator for a larger plan.',
    toolStep:
      'Do not retry. Tell the user when the allowance renews. Only a larger plan allows more replies before then.',
    cases: {
      renews: (renewal: string) => `This workspace's monthly reply allowance is used up. It renews at ${renewal}.`,
    },
  },
  rate_limited: {
    status: 429,
    retryable: true,
    whoActs: 'caller',
    message: 'Too many requests in one minute.',
    nextStep: 'Wait for the number of seconds in Retry-After, then retry with the same idempotency key.',
    cases: {
      address: 'Too many failed authentication attempts from this address in one minute.',
      key: (limit: number) => `This key has reached its limit of ${limit} requests per minute.`,
      workspace: (limit: number | null) =>
        `This workspace's keys have together reached their limit of ${limit} requests per minute.`,
      receiver: (limit: number) => `This receiver has reached its limit of ${limit} requests per minute.`,
      visitors: 'Too many questions came from your network in one hour.',
      signIns: 'Too many people are signing in. Wait a moment, then try again.',
    },
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
    message: 'The request does not match its schema.',
    nextStep: 'Correct the field that the message names.',
    toolStep: 'Correct the fields that the message names so that they match the inputSchema, then call again.',
  },
  ...inboxErrors,
  ...pageErrors,
  not_found: {
    status: 404,
    retryable: false,
    whoActs: 'caller',
    message: 'Nothing exists at this path.',
    nextStep: "See /api/v1/agent/openapi.json for this service's paths.",
    cases: { domain: 'No Page is verified for this domain.' },
  },
  method_not_allowed: {
    status: 405,
    retryable: false,
    whoActs: 'caller',
    message: 'This path does not support this method.',
    nextStep: 'Use a method named in the Allow header.',
    cases: { named: (methods: string) => `This path supports only ${methods}.` },
  },
  not_acceptable: {
    status: 406,
    retryable: false,
    whoActs: 'caller',
    message: 'The service cannot respond in any of the accepted media types.',
    nextStep: 'Accept application/json or text/event-stream.',
  },
  payload_too_large: {
    status: 413,
    retryable: false,
    whoActs: 'caller',
    message: 'The request body is too large.',
    nextStep: 'Send a smaller body.',
    cases: {
      bytes: (most: number | undefined) => `The request body is larger than ${most} bytes.`,
      events: (most: number) => `A request may contain at most ${most} events. Send fewer.`,
    },
  },
  unsupported_media_type: {
    status: 415,
    retryable: false,
    whoActs: 'caller',
    message: 'The body must be JSON.',
    nextStep: 'Send "Content-Type: application/json".',
    cases: {
      charset: 'The body must be JSON in UTF-8. Encode it in UTF-8, and omit the charset or send charset=utf-8.',
      encoding: 'The body must be JSON without a Content-Encoding. Send it uncompressed.',
    },
  },
  internal_error: {
    status: 500,
    retryable: true,
    whoActs: 'operator',
    message: 'Something went wrong inside the service.',
    nextStep:
      'Retry with backoff and the same idempotency key. If the error persists, give the request id to the operator.',
    toolStep:
      'Retry once later with the same arguments, including the idempotencyKey. If it fails again, give the user the requestId.',
  },
  service_unavailable: {
    status: 503,
    retryable: true,
    whoActs: 'operator',
    message: 'The service cannot handle this request right now.',
    nextStep: 'Wait for the number of seconds in Retry-After, then retry with the same idempotency key.',
    toolStep: ({ waitSeconds }) => `Wait ${waitSeconds} s, then repeat the same call, including the idempotencyKey.`,
    cases: {
      full: 'The service is at its limit of concurrent requests.',
      share: 'This workspace is at its limit of concurrent requests.',
      events: 'Events from this connection are arriving faster than the service can store them.',
      callerGone: 'The caller disconnected.',
      stopping: 'The service is shutting down.',
      pageChanging: 'The Page is being updated. Try again in a moment.',
      personaChanging: 'The persona keeps changing. Try again.',
      model: (reason: string) =>
        `The language model, which this service requires, returned no usable result (${reason}). Nothing was charged.`,
    },
  },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errorCatalogue;
