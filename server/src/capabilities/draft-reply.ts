import { DraftRequest, DraftResponse } from '../domain/agent-contract.ts';
import type { HistoryMessage } from '../domain/conversation.ts';
import type { Measures } from '../domain/measures.ts';
import type { DraftInput, DraftOutput, Engine } from '../drafting/engine.ts';
import { ServiceError } from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';
import type { LeaseRef, MonthlyReplies, Store } from '../store/port.ts';
import type { Capability, CapabilityCall } from './capability.ts';
import { createInputParser } from './parse-input.ts';
import type { ProfileCache } from './profile-cache.ts';
import { admissionOf, answerRefusal, finishWrite, holdLease, type WriteTerms } from './write-once.ts';

export interface DraftReplyDeps {
  readonly store: Store;
  readonly engine: Engine;
  readonly profiles: ProfileCache;
  readonly terms: WriteTerms;
  readonly monthlyReplies: MonthlyReplies;
  readonly log: Log;
  readonly measures: Pick<Measures, 'decided' | 'replayed'>;
}

/** Drafts a decision on one inbound message: charged once, stored, replayed. Sends nothing and changes no state. */
export function createDraftReply(deps: DraftReplyDeps): Capability<DraftRequest> {
  const parseFields = createInputParser(DraftRequest);
  return {
    name: 'draft_reply',
    title: 'Draft a reply',
    description:
      'Reads one inbound message and prepares a decision: what it wants, how risky it is, and a reply within what the creator approved. Nothing is ever sent.',
    scope: 'replies:write',
    isWrite: true,
    input: DraftRequest,
    output: DraftResponse,
    parse(raw) {
      const input = parseFields(raw);
      if (input.conversationId !== undefined && input.history !== undefined) {
        throw new ServiceError('invalid_request', {
          message:
            'history and conversationId exclude each other: with a conversationId the service loads the history itself.',
        });
      }
      return input;
    },
    async run(call) {
      const result = await draft(deps, call);
      if (result.isReplay) deps.measures.replayed('draft');
      return result;
    },
  };
}

async function draft(deps: DraftReplyDeps, call: CapabilityCall<DraftRequest>) {
  const { store, profiles, terms } = deps;
  const { workspaceId } = call.actor;
  const admission = admissionOf(call, terms);
  const known = profiles.get(workspaceId, call.input.profileId);
  const admitted = await store.admitDraft({
    ...admission,
    profileId: call.input.profileId,
    conversationId: call.input.conversationId ?? null,
    monthlyReplies: deps.monthlyReplies,
    knownRevision: known?.revision ?? null,
  });
  call.stageEnded?.('admission');
  switch (admitted.outcome) {
    case 'profile_not_found':
      throw new ServiceError('agent_profile_not_found');
    case 'conversation_not_found':
      throw new ServiceError('agent_conversation_not_found');
    case 'allowance_used':
      throw allowanceUsed(admitted.renewsAt);
    case 'admitted':
      break;
    default:
      return answerRefusal(admitted);
  }
  const lease = {
    workspaceId,
    operation: 'draft',
    idempotencyKey: call.idempotencyKey,
    leaseToken: admission.leaseToken,
  } as const;
  return finishWrite({ store, stageEnded: call.stageEnded }, lease, async () => {
    if (admitted.profile !== null) profiles.set(workspaceId, admitted.profile);
    const profile = admitted.profile ?? known;
    if (profile === null) throw new Error('the store left out a persona that nobody had');
    const input: DraftInput = {
      message: call.input.message,
      history: admitted.conversation?.messages ?? suppliedHistory(call.input),
      displayName: profile.displayName,
      persona: profile.persona,
      relationship: admitted.conversation?.relationship ?? null,
      awaitsCreator: admitted.conversation?.state === 'awaiting_owner',
      now: admitted.now,
    };
    const { decision, trace, modelUse } = admitted.usesModel
      ? await draftWithModel(deps, call, lease, input)
      : await deps.engine.draft(input, undefined, call.stageEnded);
    const json = JSON.stringify({ ok: true, decision } satisfies DraftResponse);
    return {
      json,
      settle: () =>
        store.settleDraft({
          ...lease,
          response: json,
          trace: JSON.stringify(trace),
          retentionMs: terms.retentionMs,
          modelUse: modelUse ?? null,
          tally: { intent: decision.intent, riskLevel: decision.riskLevel },
        }),
      stored: () => deps.measures.decided(decision.intent, decision.riskLevel),
    };
  });
}

/** A model may take longer than a lease lasts: the lease is renewed meanwhile. */
async function draftWithModel(
  { store, engine, terms, log }: DraftReplyDeps,
  { actor: { workspaceId }, requestId, isCallerGone, stageEnded }: CapabilityCall<DraftRequest>,
  lease: LeaseRef,
  input: DraftInput,
): Promise<DraftOutput> {
  const letGo = holdLease(store, lease, terms);
  try {
    const output = await engine.draft(input, { workspaceId, isWanted: () => isCallerGone?.() !== true }, stageEnded);
    if (output.modelUse !== undefined)
      log.info({ requestId, workspaceId, model: output.modelUse }, 'a model was asked');
    return output;
  } finally {
    letGo();
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
