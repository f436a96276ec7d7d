import type { RefusalCode } from './refusals.ts';

/** The possible defects of a write, in the order in which the service checks for them. */
export const checks = [
  'route',
  'method',
  'address',
  'credential',
  'key',
  'origin',
  'workspace',
  'keyRate',
  'scope',
  'contentType',
  'size',
  'json',
  'idempotencyKey',
  'confirm',
  'fields',
  'record',
  'resource',
  'allowance',
] as const;
export type Check = (typeof checks)[number];
export type Operation = 'draft' | 'handoff';

const codes: Readonly<Record<Check, RefusalCode>> = {
  route: 'not_found',
  method: 'method_not_allowed',
  address: 'rate_limited',
  credential: 'agent_auth_required',
  key: 'agent_key_invalid',
  origin: 'agent_origin_rejected',
  workspace: 'agent_workspace_inactive',
  keyRate: 'rate_limited',
  scope: 'agent_scope_missing',
  contentType: 'unsupported_media_type',
  size: 'payload_too_large',
  json: 'invalid_json',
  idempotencyKey: 'idempotency_key_required',
  confirm: 'agent_confirmation_required',
  fields: 'invalid_request',
  record: 'idempotency_key_reused',
  resource: 'agent_profile_not_found',
  allowance: 'agent_monthly_quota_used',
};

/**
 * Returns the checks that an operation can fail, in order. Only a handoff needs a confirmation, and only a draft is
 * charged.
 */
export function orderedDefects(operation: Operation): Check[] {
  return checks.filter((check) => check !== (operation === 'draft' ? 'confirm' : 'allowance'));
}

/** Returns the error code with which an operation answers a failed check. */
export function codeOf(check: Check, operation: Operation): RefusalCode {
  return check === 'resource' && operation === 'handoff' ? 'agent_conversation_not_found' : codes[check];
}
