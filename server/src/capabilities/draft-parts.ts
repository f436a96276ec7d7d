import type { DraftRequest, DraftResponse } from '../domain/agent-contract.ts';
import type { HistoryMessage } from '../domain/conversation.ts';
import type { Measures } from '../domain/measures.ts';
import type { DraftInput, DraftOutput, Engine } from '../drafting/engine.ts';
import { ServiceError } from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';
import type { Store } from '../store/port.ts';
import type { MonthlyReplies, ProfileRecord } from '../store/workspace-port.ts';
import type { DraftContext, DraftRef, DraftRefusal } from '../store/write-port.ts';
import type { CapabilityCall, CapabilityResult } from './capability.ts';
import type { ProfileCache } from './profile-cache.ts';
import { answerRefusal, type WriteTerms } from './write-once.ts';

export interface DraftReplyDeps {
  readonly store: Store;
  readonly engine: Engine;
  readonly profiles: ProfileCache;
  readonly terms: WriteTerms;
  readonly monthlyReplies: MonthlyReplies;
  readonly log: Log;
  readonly measures: Pick<Measures, 'decided' | 'replayed'>;
}

export function draftRefOf(call: CapabilityCall<DraftRequest>, { monthlyReplies }: DraftReplyDeps): DraftRef {
  return {
    workspaceId: call.actor.workspaceId,
    idempotencyKey: call.idempotencyKey,
    profileId: call.input.profileId,
    conversationId: call.input.conversationId ?? null,
    monthlyReplies,
  };
}

/** What the engine sees; the persona is the one that came with the context, or the one that was known. */
export function engineInput(
  { profiles }: DraftReplyDeps,
  { actor, input }: CapabilityCall<DraftRequest>,
  context: DraftContext,
  known: ProfileRecord | null,
): DraftInput {
  if (context.profile !== null) profiles.set(actor.workspaceId, context.profile);
  const profile = context.profile ?? known;
  if (profile === null) throw new Error('the store left out a persona that nobody had');
  return {
    message: input.message,
    history: context.conversation?.messages ?? suppliedHistory(input),
    displayName: profile.displayName,
    persona: profile.persona,
    relationship: context.conversation?.relationship ?? null,
    awaitsCreator: context.conversation?.state === 'awaiting_owner',
    now: context.now,
  };
}

export function responseJson(decision: DraftOutput['decision']): string {
  return JSON.stringify({ ok: true, decision } satisfies DraftResponse);
}

/** The stored response of a replay. @throws ServiceError for every other refusal */
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

/** The refusal when the month's replies are used up: it names the renewal and does not pretend that a short wait helps. */
function allowanceUsed(renewsAt: number): ServiceError {
  const renewal = new Date(renewsAt).toISOString();
  return new ServiceError('agent_monthly_quota_used', {
    message: `The monthly reply allowance of this workspace is used up; it renews at ${renewal}.`,
  });
}
