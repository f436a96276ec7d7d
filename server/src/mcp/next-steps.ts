import { type ErrorCode, type ErrorDetails, errorCatalogue } from '../lib/errors.ts';

const unavailableWaitSeconds = 2;

/** What a model should do after a refusal, in words that it can act on. */
export function nextStepOf(code: ErrorCode, details: ErrorDetails): string {
  const waitSeconds = details.retryAfterSeconds ?? unavailableWaitSeconds;
  switch (code) {
    case 'agent_scope_missing':
      return `Do not retry. Tell the user that the API key needs the scope ${details.scope ?? 'of this tool'}.`;
    case 'agent_profile_not_found':
      return 'Do not guess. Ask the user for the profileId of an active profile.';
    case 'agent_conversation_not_found':
      return 'Do not guess. Ask the user for the conversationId: the conversation must belong to the profile and, for a handoff, have a message from the fan.';
    case 'agent_confirmation_required':
      return 'Ask the user whether to hand off. Call again with confirm: true only after they approved.';
    case 'idempotency_key_required':
      return 'Call again with an idempotencyKey: one unique value, for example a UUID. Keep it when you retry this call.';
    case 'idempotency_key_reused':
      return 'For this new input, call again with a new idempotencyKey. For the earlier result, repeat the earlier input.';
    case 'idempotency_in_progress':
      return `Wait ${waitSeconds} s, then repeat the same call once with the same idempotencyKey to get the stored result.`;
    case 'agent_monthly_quota_used':
      return 'Do not retry. Tell the user when the allowance renews; before that only a larger plan helps.';
    case 'invalid_request':
      return 'Correct the fields that the message names, as the inputSchema says, and call again.';
    case 'internal_error':
      return 'Retry once later with the same arguments, idempotencyKey included. If it fails again, give the user the requestId.';
    case 'service_unavailable':
      return `Wait ${waitSeconds} s, then repeat the same call, idempotencyKey included.`;
    default:
      return errorCatalogue[code].nextStep;
  }
}
