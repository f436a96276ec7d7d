import { createHash } from 'node:crypto';
import type { UsageRecord } from '../../../src/domain/usage.ts';
import { createId } from '../../../src/lib/ids.ts';
import type { Store } from '../../../src/store/port.ts';
import type { MonthlyReplies } from '../../../src/store/workspace-port.ts';
import type {
  AdmitDraftInput,
  AdmitHandoffInput,
  LeaseRef,
  SettleDraftInput,
  SettleHandoffInput,
  StoreDraftInput,
} from '../../../src/store/write-port.ts';

export const leaseMs = 30_000;
export const retentionMs = 24 * 60 * 60_000;

/** Returns the same allowance for every plan. */
export function replies(count: number): MonthlyReplies {
  return { creator: count, studio: count, agency: count };
}

/** Returns a hash in the format of `canonicalHash`. */
export function hashOf(input: string): string {
  return createHash('sha256').update(input).digest('hex');
}

/** Returns a draft for the sample profile. Without overrides, each one is a new logical write. */
export function draftWrite(overrides: Partial<AdmitDraftInput> = {}): AdmitDraftInput {
  return {
    workspaceId: 'ws_aurora',
    idempotencyKey: createId('draft'),
    inputHash: hashOf('input one'),
    leaseToken: createId('lease'),
    leaseMs,
    retentionMs,
    profileId: 'prof_aurora',
    conversationId: null,
    monthlyReplies: replies(500),
    knownRevision: null,
    ...overrides,
  };
}

/** Returns the same draft for the optimistic protocol, with its result. */
export function optimisticDraft(overrides: Partial<StoreDraftInput> = {}): StoreDraftInput {
  const { leaseToken: _token, leaseMs: _leaseMs, knownRevision: _revision, ...write } = draftWrite();
  const tally = { intent: 'shipping', riskLevel: 'safe' };
  return { ...write, response: '{"ok":true}', trace: '{"rule":"none"}', tally, ...overrides };
}

/** Returns a repeat of a write by a different request: everything except the lease token is equal. */
export function repeated<Write extends AdmitDraftInput | AdmitHandoffInput>(write: Write): Write {
  return { ...write, leaseToken: createId('lease') };
}

export function handoffWrite(overrides: Partial<AdmitHandoffInput> = {}): AdmitHandoffInput {
  return {
    workspaceId: 'ws_aurora',
    idempotencyKey: createId('handoff'),
    inputHash: hashOf('handoff one'),
    leaseToken: createId('lease'),
    leaseMs,
    retentionMs,
    conversationId: 'conv_maya',
    ...overrides,
  };
}

export function draftLease({
  workspaceId,
  idempotencyKey,
  leaseToken,
}: AdmitDraftInput): LeaseRef & { operation: 'draft' } {
  return { workspaceId, operation: 'draft', idempotencyKey, leaseToken };
}

export function draftSettlement(write: AdmitDraftInput, response = '{"ok":true}'): SettleDraftInput {
  return { ...draftLease(write), response, trace: '{"rule":"none"}', retentionMs };
}

export function handoffLease({
  workspaceId,
  idempotencyKey,
  leaseToken,
}: AdmitHandoffInput): LeaseRef & { operation: 'handoff' } {
  return { workspaceId, operation: 'handoff', idempotencyKey, leaseToken };
}

export function handoffSettlement(
  write: AdmitHandoffInput,
  overrides: Partial<SettleHandoffInput> = {},
): SettleHandoffInput {
  return {
    ...handoffLease(write),
    conversationId: write.conversationId,
    notificationId: createId('ntf'),
    verdict: { reason: 'asks for the creator', intent: 'personal', riskLevel: 'review', urgency: 'normal' },
    response: '{"ok":true,"state":"awaiting_owner"}',
    retentionMs,
    ...overrides,
  };
}

/** Admits and settles a handoff with a new key, and returns its notification's id. */
export async function handOff(store: Store, overrides: Partial<AdmitHandoffInput> = {}): Promise<string> {
  const write = handoffWrite(overrides);
  const settlement = handoffSettlement(write);
  const admitted = await store.admitHandoff(write);
  const settled = await store.settleHandoff(settlement);
  if (admitted.outcome !== 'admitted' || settled.outcome !== 'stored') {
    throw new Error(`the handoff was ${admitted.outcome}, then ${settled.outcome}`);
  }
  return settlement.notificationId;
}

/** Returns the usage of an existing workspace. */
export async function usageOf(store: Store, limit = 500, workspaceId = 'ws_aurora'): Promise<UsageRecord> {
  const usage = await store.usage({ workspaceId, monthlyReplies: replies(limit) });
  if (usage === null) throw new Error(`there is no workspace ${workspaceId}`);
  return usage;
}

/** Counts how often each outcome occurred. */
export function countOutcomes(results: readonly { readonly outcome: string }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { outcome } of results) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}
