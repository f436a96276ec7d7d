import type { DraftRequest } from '../domain/agent-contract.ts';
import type { DraftInput, DraftOutput, ModelPermission } from '../drafting/engine.ts';
import type { LeaseRef } from '../store/write-port.ts';
import { tallyOf } from '../teaching/tally-of.ts';
import type { CapabilityCall, CapabilityDeps, CapabilityResult } from './capability.ts';
import { answerDraftRefusal, draftRefOf, engineInput, responseJson } from './draft-parts.ts';
import { admissionOf, finishWrite, holdLease } from './write-once.ts';

/**
 * Drafts with the `leased` protocol: admits and charges the draft first, drafts for as long as necessary, and then
 * settles the draft.
 */
export async function draftLeased(deps: CapabilityDeps, call: CapabilityCall<DraftRequest>): Promise<CapabilityResult> {
  const { store, profiles, terms } = deps;
  const ref = draftRefOf(call, deps);
  const { profileId, conversationId } = ref;
  const admission = admissionOf(call, terms);
  const known = profiles.get(ref.workspaceId, profileId);
  const admitted = await store.admitDraft({ ...ref, ...admission, knownRevision: known?.revision ?? null });
  call.stageEnded?.('admission');
  if (admitted.outcome !== 'admitted') return answerDraftRefusal(admitted);
  const lease = {
    workspaceId: ref.workspaceId,
    operation: 'draft',
    idempotencyKey: call.idempotencyKey,
    leaseToken: admission.leaseToken,
  } as const;
  return finishWrite({ store, stageEnded: call.stageEnded }, lease, async () => {
    const input = await engineInput(deps, call, admitted, known);
    const output = admitted.drafting.usesModel
      ? await draftWithModel(deps, call, lease, input, {
          mayWord: admitted.drafting.usesWording,
          thread: conversationId === null ? null : { conversationId, profileId, revision: admitted.revision },
        })
      : await deps.engine.draft(input, undefined, call.stageEnded);
    const { decision, trace, modelUse } = output;
    const json = responseJson(decision);
    return {
      json,
      settle: () =>
        store.settleDraft({
          ...lease,
          response: json,
          trace: JSON.stringify(trace),
          retentionMs: terms.retentionMs,
          modelUse: modelUse ?? null,
          conversationId,
          conversationEpoch: admitted.conversation?.epoch ?? null,
          tally: tallyOf(output, input, profileId),
        }),
      stored: () => deps.measures.decided(decision.intent, decision.riskLevel),
    };
  });
}

/** Drafts with a model. Drafting may take longer than a lease lasts, so the lease is renewed in the meantime. */
async function draftWithModel(
  { store, engine, terms, log }: CapabilityDeps,
  { actor: { workspaceId }, requestId, isCallerGone, stageEnded, aside }: CapabilityCall<DraftRequest>,
  lease: LeaseRef,
  input: DraftInput,
  granted: Pick<ModelPermission, 'mayWord' | 'thread'>,
): Promise<DraftOutput> {
  const letGo = holdLease(store, lease, terms);
  try {
    const permission = { workspaceId, ...granted, isWanted: () => isCallerGone?.() !== true };
    const ask = () => engine.draft(input, permission, stageEnded);
    const output = await (aside === undefined ? ask() : aside(ask));
    if (output.modelUse !== undefined)
      log.info({ requestId, workspaceId, model: output.modelUse }, 'a model was asked');
    return output;
  } finally {
    letGo();
  }
}
