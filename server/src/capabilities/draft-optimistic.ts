import type { DraftRequest } from '../domain/agent-contract.ts';
import { canonicalHash } from '../lib/canonical-json.ts';
import { tallyOf } from '../teaching/tally-of.ts';
import type { CapabilityCall, CapabilityDeps, CapabilityResult } from './capability.ts';
import { answerDraftRefusal, draftRefOf, engineInput, responseJson } from './draft-parts.ts';

/**
 * Drafts with the `optimistic` protocol, for a draft that takes milliseconds: reads, drafts, then charges and stores in
 * one commit. If another request with the same key commits first, returns the response that the other request stored. A
 * crash before the commit leaves nothing behind. Returns null if nothing was done and the draft needs the `leased`
 * protocol.
 */
export async function draftOptimistic(
  deps: CapabilityDeps,
  call: CapabilityCall<DraftRequest>,
): Promise<CapabilityResult | null> {
  const { store, engine, profiles, terms, measures } = deps;
  const ref = draftRefOf(call, deps);
  const known = profiles.get(ref.workspaceId, ref.profileId);
  const prepared = await store.prepareDraft({ ...ref, knownRevision: known?.revision ?? null });
  if (prepared === null) return null;
  call.stageEnded?.('admission');
  const input = await engineInput(deps, call, prepared, known);
  const output = await engine.draft(input, undefined, call.stageEnded);
  const { decision, trace } = output;
  const json = responseJson(decision);
  const tally = tallyOf(output, input, ref.profileId);
  const result = await store.storeDraft({
    ...ref,
    inputHash: canonicalHash(call.input),
    response: json,
    trace: JSON.stringify(trace),
    retentionMs: terms.retentionMs,
    tally,
    conversationEpoch: prepared.conversation?.epoch ?? null,
  });
  call.stageEnded?.('settle');
  if (result.outcome !== 'stored') return answerDraftRefusal(result);
  measures.decided(decision.intent, decision.riskLevel);
  return { json, isReplay: false };
}
