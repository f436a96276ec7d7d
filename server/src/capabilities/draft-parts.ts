import type { DraftRequest, DraftResponse } from '../domain/agent-contract.ts';
import type { HistoryMessage } from '../domain/conversation.ts';
import { withoutTeaching } from '../drafting/answer/teaching.ts';
import type { DraftInput, DraftOutput } from '../drafting/engine.ts';
import { errorCatalogue } from '../lib/error-catalogue.ts';
import { ServiceError } from '../lib/errors.ts';
import type { ProfileRecord } from '../store/workspace-port.ts';
import type { DraftContext, DraftRef, DraftRefusal } from '../store/write-port.ts';
import { withheldItems } from '../teaching/withheld-items.ts';
import type { CapabilityCall, CapabilityDeps, CapabilityResult } from './capability.ts';
import { answerRefusal } from './write-once.ts';

/** Returns the data that identifies a draft to the store, and the monthly replies of each plan. */
export function draftRefOf(call: CapabilityCall<DraftRequest>, { monthlyReplies }: CapabilityDeps): DraftRef {
  return {
    workspaceId: call.actor.workspaceId,
    idempotencyKey: call.idempotencyKey,
    profileId: call.input.profileId,
    conversationId: call.input.conversationId ?? null,
    monthlyReplies,
  };
}

/** Returns the engine's input. The persona comes from the context or, if the context has none, from the cache. */
export async function engineInput(
  { profiles, classifiers }: CapabilityDeps,
  { actor, input }: CapabilityCall<DraftRequest>,
  context: DraftContext,
  known: ProfileRecord | null,
): Promise<DraftInput> {
  const sent = context.profile;
  const read = sent === null ? null : { ...sent, persona: withoutTeaching(sent.persona) };
  if (read !== null) profiles.set(actor.workspaceId, read);
  const profile = read ?? known;
  if (profile === null) throw new Error('the store left out a persona that the engine does not have');
  const { profileId, persona } = profile;
  return {
    message: input.message,
    history: context.conversation?.messages ?? suppliedHistory(input),
    displayName: profile.displayName,
    persona,
    classifier: await classifiers.get({ workspaceId: actor.workspaceId, profileId, persona }),
    relationship: context.conversation?.relationship ?? null,
    awaitsCreator: context.conversation?.state === 'awaiting_owner',
    autonomy: context.drafting.autonomy,
    withheld: withheldItems(context.drafting.records, persona),
    now: context.now,
    workspaceId: actor.workspaceId,
  };
}

/** Returns the response body for a decision, as JSON text. */
export function responseJson(decision: DraftOutput['decision']): string {
  return JSON.stringify({ ok: true, decision } satisfies DraftResponse);
}

/** Returns the stored response of a replay. @throws ServiceError for every other outcome */
export function answerDraftRefusal(refusal: DraftRefusal): CapabilityResult {
  switch (refusal.outcome) {
    case 'profile_not_found':
      throw new ServiceError('agent_profile_not_found');
    case 'conversation_not_found':
      throw new ServiceError('agent_conversation_not_found');
    case 'allowance_used':
      throw allowanceUsed(refusal.renewsAt);
    default:
      return answerRefusal(refusal);
  }
}

function suppliedHistory(input: DraftRequest): HistoryMessage[] {
  return (input.history ?? []).map((item) => ({
    direction: item.direction ?? 'inbound',
    senderType: item.sender_type ?? null,
    body: item.body,
    sentAt: null,
  }));
}

/**
 * Returns the refusal for a used-up allowance. The refusal names the time at which the allowance is renewed, and does
 * not suggest a short wait.
 */
function allowanceUsed(renewsAt: number): ServiceError {
  const renewal = new Date(renewsAt).toISOString();
  return new ServiceError('agent_monthly_quota_used', {
    message: errorCatalogue.agent_monthly_quota_used.cases.renews(renewal),
  });
}
