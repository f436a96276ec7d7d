import { type PeriodName, periodOf } from '../../domain/period.ts';
import type { Store } from '../port.ts';
import type {
  AdmitDraftInput,
  AdmitDraftResult,
  DraftRef,
  DraftRefusal,
  DraftTally,
  SettleDraftInput,
  SettleResult,
  StoreDraftInput,
  StoreDraftResult,
} from '../write-port.ts';
import { countActivity } from './activity.ts';
import { chargeUnit, type Entitlement, limitOf, sourceLimitOf } from './allowance.ts';
import { countProposal, draftingTerms } from './autonomy.ts';
import { keepAgentDraft } from './inbox-drafts.ts';
import { countModelUse } from './model-usage.ts';
import type { Moment, Transaction } from './transaction.ts';
import {
  type Beginning,
  beginWrite,
  refuseWrite,
  storedResponse,
  storeOptimistic,
  storeResponse,
  takeLease,
  type WriteIdentity,
} from './write-record.ts';

type Admission = Extract<AdmitDraftResult, { outcome: 'admitted' }>;

/**
 * An admission without the profile and conversation. The reading side adds both, so that the write thread stays free
 * for other work.
 */
export type BareDraftAdmission = Omit<Admission, 'profile' | 'conversation'>;

function admitDraft(tx: Transaction, input: AdmitDraftInput): DraftRefusal | BareDraftAdmission {
  const charged = chargeDraft(tx, input);
  if ('outcome' in charged) return charged;
  const { beginning, period, revision, drafting } = charged;
  takeLease(tx, 'draft', input, beginning, period);
  return { outcome: 'admitted', now: tx.now, revision, drafting: draftingTerms(tx.db, drafting, input) };
}

function storeDraft(tx: Transaction, input: StoreDraftInput): StoreDraftResult {
  const charged = chargeDraft(tx, input);
  if ('outcome' in charged) return charged;
  storeOptimistic(tx, input, charged.beginning);
  countDraft(tx, input, input.tally);
  keepAgentDraft(tx, input);
  return { outcome: 'stored' };
}

interface ChargedDraft {
  readonly beginning: Beginning;
  /** The period that was charged for the write. */
  readonly period: PeriodName | string;
  readonly revision: string;
  readonly drafting: string | null;
}

/**
 * Performs steps 12 to 14 of the contract for a draft. Charges one unit, unless the write was already charged to a
 * holder that died.
 */
function chargeDraft(tx: Transaction, input: DraftRef & WriteIdentity): DraftRefusal | ChargedDraft {
  const { db, now } = tx;
  const { workspaceId, profileId, conversationId } = input;
  const beginning = beginWrite(tx, 'draft', input);
  if ('outcome' in beginning) return beginning;

  const profile = db.get<Entitlement & { revision: string; drafting: string | null }>(
    `SELECT p.revision, w.plan, w.monthly_replies AS monthlyReplies, w.drafting, w.shares
     FROM profiles p JOIN workspaces w ON w.workspace_id = p.workspace_id
     WHERE p.workspace_id = ? AND p.profile_id = ? AND p.status = 'active'`,
    workspaceId,
    profileId,
  );
  if (profile === undefined) {
    refuseWrite(tx, 'draft', input, beginning);
    return { outcome: 'profile_not_found' };
  }
  const isOfProfile = 'SELECT 1 FROM conversations WHERE workspace_id = ? AND conversation_id = ? AND profile_id = ?';
  if (conversationId !== null && db.get(isOfProfile, workspaceId, conversationId, profileId) === undefined) {
    refuseWrite(tx, 'draft', input, beginning);
    return { outcome: 'conversation_not_found' };
  }
  const limit = limitOf(profile, input.monthlyReplies);
  const period =
    beginning.heldPeriod ??
    chargeUnit(tx, { workspaceId, source: 'api', limit, share: sourceLimitOf(profile, 'api', limit) });
  if (period === null) {
    refuseWrite(tx, 'draft', input, beginning);
    return { outcome: 'allowance_used', renewsAt: periodOf(now).endsAt };
  }
  return { beginning, period, revision: profile.revision, drafting: profile.drafting };
}

function settleDraft(tx: Transaction, input: SettleDraftInput): SettleResult {
  if (storeResponse(tx, input, input)) {
    if (input.tally != null) countDraft(tx, input, input.tally);
    if (input.modelUse != null) countModelUse(tx, input.workspaceId, input.modelUse);
    keepAgentDraft(tx, { ...input, conversationId: input.conversationId ?? null });
    return { outcome: 'stored' };
  }
  const stored = storedResponse(tx, input);
  return stored?.isOwn ? { outcome: 'stored' } : { outcome: 'lost', response: stored?.response ?? null };
}

function countDraft(
  tx: Transaction,
  { workspaceId, idempotencyKey }: Pick<StoreDraftInput, 'workspaceId' | 'idempotencyKey'>,
  { intent, riskLevel, proposal }: DraftTally,
): void {
  countActivity(tx, workspaceId, { source: 'api', intent, riskLevel });
  if (proposal != null) countProposal(tx, workspaceId, idempotencyKey, proposal);
}

/** Returns the trace stored with a draft, as JSON text, or null if there is none or it was removed. */
function draftTrace(
  { db, lived }: Moment,
  { workspaceId, idempotencyKey }: Parameters<Store['draftTrace']>[0],
): string | null {
  const row = db.get<{ trace: string | null }>(
    `SELECT trace FROM writes WHERE workspace_id = ? AND operation = 'draft' AND idempotency_key = ?
       AND state = 'done' AND expires_at > ?`,
    workspaceId,
    idempotencyKey,
    lived,
  );
  return row?.trace ?? null;
}

export const draftsReads = { draftTrace };
export const draftsWrites = { admitDraft, settleDraft, storeDraft };
