import { expect } from 'vitest';
import type { Answer } from '../../support/world.ts';

/** Every error code with its status, according to the specification. */
export const statusOf = {
  agent_auth_required: 401,
  agent_key_invalid: 401,
  agent_workspace_inactive: 403,
  agent_scope_missing: 403,
  agent_origin_rejected: 403,
  agent_profile_not_found: 404,
  agent_conversation_not_found: 404,
  agent_confirmation_required: 409,
  idempotency_key_required: 400,
  idempotency_key_reused: 409,
  idempotency_in_progress: 409,
  agent_monthly_quota_used: 429,
  rate_limited: 429,
  invalid_json: 400,
  invalid_request: 400,
  not_found: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  payload_too_large: 413,
  unsupported_media_type: 415,
  internal_error: 500,
  service_unavailable: 503,
} as const;
export type RefusalCode = keyof typeof statusOf;

const withRetryAfter: readonly RefusalCode[] = ['idempotency_in_progress', 'rate_limited', 'service_unavailable'];

/**
 * Checks that an answer is exactly the refusal with this code: its status, envelope and request id, and only its
 * headers.
 */
export function expectRefusal(answer: Answer, code: RefusalCode): void {
  expect({ status: answer.status, error: answer.body?.error }, answer.text).toEqual({
    status: statusOf[code],
    error: code,
  });
  expectEnvelope(answer);
  const retryAfter = answer.headers.get('retry-after');
  if (withRetryAfter.includes(code)) expect(retryAfter, code).toMatch(/^[1-9]\d*$/);
  else expect(retryAfter, `${code} carries no Retry-After`).toBeNull();
  const challenge = answer.headers.get('www-authenticate');
  if (code === 'agent_auth_required') expect(challenge).toBe('Bearer realm="understudy"');
  else if (code === 'agent_key_invalid') expect(challenge).toBe('Bearer realm="understudy", error="invalid_token"');
  else if (code === 'agent_scope_missing') {
    expect(challenge).toMatch(
      /^Bearer realm="understudy", error="insufficient_scope", scope="(persona:read|usage:read|replies:write|handoffs:write)"$/,
    );
  } else expect(challenge, `${code} carries no challenge`).toBeNull();
}

/** Checks that an answer's body is exactly the error envelope, with the answer's own request id. */
export function expectEnvelope(answer: Answer): void {
  expect(answer.headers.get('content-type'), answer.text).toMatch(/^application\/json\b/);
  expect(answer.body, answer.text).toEqual({
    ok: false,
    error: expect.stringMatching(/^[a-z_]+$/),
    message: expect.stringMatching(/\S/),
    requestId: answer.headers.get('x-request-id'),
  });
  expectCommonHeaders(answer);
}

/** Checks what applies to every answer: it has a request id, and nothing from which capacity could be estimated. */
export function expectCommonHeaders(answer: Answer): void {
  expect(answer.headers.get('x-request-id'), answer.text).toMatch(/\S{8,}/);
  const telling = [...answer.headers.keys()].filter((name) => /rate-?limit|remaining|quota/.test(name));
  expect(telling, 'no remaining-request headers').toEqual([]);
}
