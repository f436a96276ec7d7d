import { createId } from '../../lib/ids.ts';
import type { ProposalTally } from '../autonomy.ts';
import type { ModelUse } from '../language-model.ts';
import type { HandoffVerdict } from '../notification.ts';
import { type AllowanceView, allowanceNotices } from './allowance.ts';
import { itemOfDraft } from './outbox-item.ts';
import type { DraftRow } from './rows.ts';
import type { InboxChanges, InboxSnapshot } from './snapshot.ts';
import { handOff, reconcile } from './thread-rules.ts';
import { type PlainReason, readyDraftOf } from './thread-task.ts';
import { liveClaimOf, type ThreadWork } from './thread-work.ts';

/** The result of a task whose purpose is `draft`. */
export interface Drafted {
  readonly intent: string;
  readonly riskLevel: DraftRow['riskLevel'];
  readonly requiresCreator: boolean;
  readonly reply: string;
  readonly mediaAssetId: string;
  readonly rationale: string;
  readonly confidence: number;
  readonly itemsUsed: readonly string[];
  readonly revision: string;
  readonly urgency: HandoffVerdict['urgency'];
  /** The draft's proposal; omitted or null if it is not counted. */
  readonly proposal?: ProposalTally | null;
  /** The draft's language-model use; omitted or null if no model was asked. */
  readonly modelUse?: ModelUse | null;
}

export type CommitAnswer =
  | { readonly outcome: 'stored'; readonly draftId: string; readonly state: 'waiting' | 'queued' }
  | { readonly outcome: 'judged' }
  | { readonly outcome: 'allowance_used' }
  | { readonly outcome: 'changed' };

/** Returns true if the state that a task depends on is unchanged. */
function isCurrent(work: ThreadWork, snapshot: InboxSnapshot, epoch: number): boolean {
  return work.conversation.epoch === epoch && snapshot.workspace?.status === 'active' && liveClaimOf(work) === null;
}

/**
 * Stores a draft and the thread's state, and charges one unit, in one commit. Stores no draft if the epoch, the lock or
 * the workspace changed in the meantime, if another process was faster, or if the allowance is used up.
 */
export function commitDraft(
  work: ThreadWork,
  snapshot: InboxSnapshot,
  allowance: AllowanceView,
  input: {
    readonly epoch: number;
    readonly messageIds: readonly string[];
    readonly drafted: Drafted;
    readonly isForced: boolean;
  },
  changes: Omit<InboxChanges, 'charge'> & { charge: InboxChanges['charge'] },
): CommitAnswer {
  reconcile(work);
  const { thread, connection, now } = work;
  const { drafted, isForced } = input;
  const isLocked = (thread?.lockedUntil ?? 0) > now && !isForced;
  const isPaused = connection?.state === 'paused' && !isForced;
  if (thread === null || connection === null || isLocked || isPaused || !isCurrent(work, snapshot, input.epoch)) {
    return { outcome: 'changed' };
  }
  if (readyDraftOf(work) !== undefined) return { outcome: 'changed' };
  if (!allowance.hasRoom) {
    if (!isForced) work.updateThread({ held: 'allowance', heldAt: thread.newestChangeAt ?? now });
    return { outcome: 'allowance_used' };
  }
  const { intent, riskLevel, urgency } = drafted;
  if (drafted.requiresCreator) handOff(work, { reason: null, intent, riskLevel, urgency });
  const draftId = createId('drf');
  const draft: DraftRow = {
    draftId,
    conversationId: work.conversation.conversationId,
    connectionId: connection.connectionId,
    epoch: work.conversation.epoch,
    state: 'waiting',
    outboxId: null,
    createdAt: now,
    intent,
    riskLevel,
    requiresCreator: drafted.requiresCreator,
    reply: drafted.reply,
    mediaAssetId: drafted.mediaAssetId,
    rationale: drafted.rationale,
    confidence: drafted.confidence,
    messageIds: input.messageIds,
    itemsUsed: drafted.itemsUsed,
    revision: drafted.revision,
    isReleased: thread.releasedAt !== null,
  };
  const isQueued =
    riskLevel === 'safe' && !drafted.requiresCreator && connection.mode === 'ready' && connection.seesEcho;
  const item = isQueued ? itemOfDraft(work, draft, { origin: 'safe', isWritten: false, text: draft.reply }) : null;
  const isOpen = item !== null && (item.sendBefore === null || item.sendBefore > now);
  work.putDraft({ ...draft, ...(isOpen && { state: 'queued', outboxId: item.outboxId }) });
  if (isOpen) {
    work.putItem(item);
    work.noteDraft('draft.ready', item);
  }
  work.updateThread({
    firstChangeAt: null,
    newestChangeAt: null,
    held: null,
    heldAt: null,
    releasedAt: null,
    draftHold: null,
    isAfterGap: false,
  });
  changes.charge = { externalId: draftId, intent, riskLevel, modelUse: drafted.modelUse ?? null };
  if (drafted.proposal) changes.proposals.push({ ...drafted.proposal, draftId });
  changes.notifications.push(...allowanceNotices(allowance));
  return { outcome: 'stored', draftId, state: isOpen ? 'queued' : 'waiting' };
}

/**
 * Stores the result of a task that creates no draft: an assessment of hazards in a held or locked thread, or a message
 * that only the creator can answer.
 */
export function commitJudged(
  work: ThreadWork,
  snapshot: InboxSnapshot,
  input: {
    readonly epoch: number;
    readonly purpose: 'hazards' | PlainReason;
    /** Null if the assessment found no hazard. */
    readonly verdict: HandoffVerdict | null;
  },
): CommitAnswer {
  reconcile(work);
  if (!isCurrent(work, snapshot, input.epoch)) return { outcome: 'changed' };
  if (input.verdict !== null) {
    const reason = input.purpose === 'hazards' ? 'hazard' : input.purpose;
    handOff(work, { ...input.verdict, reason });
  }
  work.updateThread({ judgedEpoch: work.conversation.epoch });
  if (input.purpose !== 'hazards') work.updateThread({ firstChangeAt: null, newestChangeAt: null, releasedAt: null });
  return { outcome: 'judged' };
}
