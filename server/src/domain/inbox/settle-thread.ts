import { createId } from '../../lib/ids.ts';
import type { ProposalTally } from '../autonomy.ts';
import type { HistoryMessage, Relationship } from '../conversation.ts';
import type { HandoffVerdict } from '../notification.ts';
import type { EpochMs } from '../period.ts';
import { type AllowanceView, allowanceNotices } from './allowance.ts';
import { itemOfDraft } from './outbox-item.ts';
import type { DraftRow, InboxChanges, InboxSnapshot, MessageRow } from './rows.ts';
import { handOff, reconcile } from './thread-rules.ts';
import { dueAtOf, liveClaimOf, type ThreadWork, unansweredOf } from './thread-work.ts';

/** What the creator gets without a draft and without a charge. */
export type PlainReason = 'too_long' | 'media_only' | 'too_many_drafts';

/** What a due thread asks of whoever drafts. `hazards`: only judge them; nothing is drafted or charged. */
export interface ThreadTask {
  readonly conversationId: string;
  readonly profileId: string;
  readonly purpose: 'draft' | 'hazards' | PlainReason;
  readonly epoch: number;
  readonly text: string;
  readonly messageIds: readonly string[];
  readonly hasAttachments: boolean;
  readonly history: readonly HistoryMessage[];
  readonly relationship: Relationship | null;
  readonly awaitsCreator: boolean;
  readonly now: EpochMs;
}

export type TickAnswer =
  | { readonly outcome: 'idle' }
  | { readonly outcome: 'allowance_used' }
  /** Nothing came in since this draft, which still waits. */
  | { readonly outcome: 'drafted'; readonly draftId: string }
  | { readonly outcome: 'task'; readonly task: ThreadTask };

const longestText = 800;
const mostMessages = 10;
const mostDraftsInHour = 6;
const historyLength = 40;

/** Looks at a thread whose time has come. `isForced`: the creator wants a draft now, also of a held or locked thread. */
export function tick(
  work: ThreadWork,
  snapshot: InboxSnapshot,
  allowance: AllowanceView,
  { isForced }: { isForced: boolean },
): TickAnswer {
  reconcile(work);
  work.touch();
  const { thread, connection, conversation, now } = work;
  if (thread === null || connection === null || liveClaimOf(work) !== null) return { outcome: 'idle' };
  const dueAt = dueAtOf(work);
  if (!isForced && (dueAt === null || dueAt > now)) return { outcome: 'idle' };
  const asked = unansweredOf(work);
  const profile = snapshot.profiles.find(({ profileId }) => profileId === conversation.profileId);
  if (asked.length === 0 || snapshot.workspace?.status !== 'active' || profile?.status !== 'active') {
    work.updateThread({ firstChangeAt: null, newestChangeAt: null, held: null, heldAt: null });
    return { outcome: 'idle' };
  }
  if (isForced) {
    const ready = work.drafts.find(
      ({ state, epoch, connectionId }) =>
        (state === 'waiting' || state === 'queued') && epoch === conversation.epoch && connectionId !== null,
    );
    if (ready !== undefined) return { outcome: 'drafted', draftId: ready.draftId };
    if (!allowance.hasRoom) return { outcome: 'allowance_used' };
    return { outcome: 'task', task: taskOf(work, asked, 'draft') };
  }
  const isLocked = thread.lockedUntil !== null && thread.lockedUntil > now;
  const held = connection.state === 'paused' ? 'paused' : allowance.hasRoom ? null : 'allowance';
  if (isLocked || held !== null) {
    if (!isLocked) work.updateThread({ held, heldAt: thread.heldAt ?? thread.newestChangeAt });
    if (thread.judgedEpoch === conversation.epoch) return { outcome: 'idle' };
    return { outcome: 'task', task: taskOf(work, asked, 'hazards') };
  }
  return { outcome: 'task', task: taskOf(work, asked, plainReason(work, asked) ?? 'draft') };
}

function plainReason(work: ThreadWork, asked: readonly MessageRow[]): PlainReason | null {
  const text = textOf(asked);
  if (asked.length > mostMessages || [...text].length > longestText) return 'too_long';
  if (text === '') return 'media_only';
  return work.snapshot.draftsInLastHour >= mostDraftsInHour ? 'too_many_drafts' : null;
}

function textOf(messages: readonly MessageRow[]): string {
  return messages
    .map(({ body }) => body)
    .filter((body) => body !== '')
    .join('\n');
}

function taskOf(work: ThreadWork, asked: readonly MessageRow[], purpose: ThreadTask['purpose']): ThreadTask {
  const { messages, conversation, snapshot, now } = work;
  const ids = new Set(asked.map(({ messageId }) => messageId));
  const first = messages.findIndex(({ messageId }) => ids.has(messageId));
  const earlier = messages
    .slice(0, Math.max(0, first))
    .filter(({ deletedAt, body }) => deletedAt === null && body !== '');
  return {
    conversationId: conversation.conversationId,
    profileId: conversation.profileId,
    purpose,
    epoch: conversation.epoch,
    text: textOf(asked),
    messageIds: [...ids],
    hasAttachments: asked.some(({ attachments }) => attachments.length > 0),
    history: earlier
      .slice(-historyLength)
      .map(({ direction, senderType, body, sentAt }) => ({ direction, senderType, body, sentAt })),
    // The store hands on what an import validated.
    relationship: snapshot.relationship as Relationship | null,
    awaitsCreator: conversation.state === 'awaiting_owner',
    now,
  };
}

/** What was decided on a task of the purpose `draft`. */
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
  /** What it proposes; absent where nothing of it is counted. */
  readonly proposal?: ProposalTally | null;
}

export type CommitAnswer =
  | { readonly outcome: 'stored'; readonly draftId: string; readonly state: 'waiting' | 'queued' }
  | { readonly outcome: 'judged' }
  | { readonly outcome: 'allowance_used' }
  | { readonly outcome: 'changed' };

/** Whether what a task rests on is still so. */
function isCurrent(work: ThreadWork, snapshot: InboxSnapshot, epoch: number): boolean {
  return work.conversation.epoch === epoch && snapshot.workspace?.status === 'active' && liveClaimOf(work) === null;
}

/** Draft, state and one unit in one commit; nothing where epoch, lock or workspace changed meanwhile. */
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
  work.updateThread({ firstChangeAt: null, newestChangeAt: null, held: null, heldAt: null, releasedAt: null });
  changes.charge = { externalId: draftId, intent, riskLevel };
  if (drafted.proposal) changes.proposals.push({ ...drafted.proposal, draftId });
  changes.notifications.push(...allowanceNotices(allowance));
  return { outcome: 'stored', draftId, state: isOpen ? 'queued' : 'waiting' };
}

/** What a task without a draft came to: hazards of a held or locked thread, or a message that only the creator can answer. */
export function commitJudged(
  work: ThreadWork,
  snapshot: InboxSnapshot,
  input: {
    readonly epoch: number;
    readonly purpose: 'hazards' | PlainReason;
    /** Null: there is no hazard. */
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
