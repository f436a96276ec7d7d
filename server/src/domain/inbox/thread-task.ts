import type { HistoryMessage, Relationship } from '../conversation.ts';
import type { EpochMs } from '../period.ts';
import type { AllowanceView } from './allowance.ts';
import type { DraftRow, MessageRow } from './rows.ts';
import type { InboxSnapshot } from './snapshot.ts';
import { reconcile } from './thread-rules.ts';
import { dueAtOf, liveClaimOf, type ThreadWork, unansweredOf } from './thread-work.ts';

/** Why a thread is handed over to the creator without a draft and without a charge. */
export type PlainReason = 'too_long' | 'media_only' | 'too_many_drafts';

/**
 * The work that a due thread needs. For `hazards`, the messages are only assessed, and nothing is drafted or charged.
 */
export interface ThreadTask {
  readonly conversationId: string;
  readonly profileId: string;
  readonly purpose: 'draft' | 'hazards' | PlainReason;
  readonly epoch: number;
  readonly text: string;
  readonly messageIds: readonly string[];
  readonly hasAttachments: boolean;
  /** Whether messages from before the ones in this task may be missing. */
  readonly isAfterGap: boolean;
  readonly history: readonly HistoryMessage[];
  readonly relationship: Relationship | null;
  readonly awaitsCreator: boolean;
  readonly now: EpochMs;
  /** Whether a language model may read the text, and whether it may phrase the reply. */
  readonly usesModel: boolean;
  readonly usesWording: boolean;
}

/** The terms on which a language model may be asked. */
export interface ModelTurn {
  /**
   * False if the workspace uses all of its slots for concurrent model drafts. A thread whose text the model may read
   * then waits.
   */
  readonly isFree: boolean;
  /** How long a thread whose text the model may read is reserved for the caller, unless the thread changes. */
  readonly holdMs: number;
}

export type TickAnswer =
  | { readonly outcome: 'idle' }
  /** The model had no free slot. */
  | { readonly outcome: 'busy' }
  | { readonly outcome: 'allowance_used' }
  /** This draft is still waiting, and no message has arrived since. */
  | { readonly outcome: 'drafted'; readonly draftId: string }
  | { readonly outcome: 'task'; readonly task: ThreadTask };

const longestText = 800;
const mostMessages = 10;
const mostDraftsInHour = 6;
const historyLength = 40;

/** Processes a thread that is due. With `isForced`, the creator wants a draft now, even for a held or locked thread. */
export function tick(
  work: ThreadWork,
  snapshot: InboxSnapshot,
  allowance: AllowanceView,
  { isForced, model = null }: { isForced: boolean; model?: ModelTurn | null },
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
    const ready = readyDraftOf(work);
    if (ready !== undefined) return { outcome: 'drafted', draftId: ready.draftId };
    if (!allowance.hasRoom) return { outcome: 'allowance_used' };
    return openTask(work, snapshot, asked, 'draft', model);
  }
  const isLocked = thread.lockedUntil !== null && thread.lockedUntil > now;
  const held = connection.state === 'paused' ? 'paused' : allowance.hasRoom ? null : 'allowance';
  if (isLocked || held !== null) {
    if (!isLocked) work.updateThread({ held, heldAt: thread.heldAt ?? thread.newestChangeAt });
    if (thread.judgedEpoch === conversation.epoch) return { outcome: 'idle' };
    return openTask(work, snapshot, asked, 'hazards', model);
  }
  return openTask(work, snapshot, asked, plainReason(work, asked) ?? 'draft', model);
}

/** Returns a task. If a model may read the text of the task, the thread is reserved for the caller. */
function openTask(
  work: ThreadWork,
  { workspace }: InboxSnapshot,
  asked: readonly MessageRow[],
  purpose: ThreadTask['purpose'],
  model: ModelTurn | null,
): TickAnswer {
  const usesModel = model !== null && purpose === 'draft' && workspace?.usesModel === true;
  if (usesModel && !model.isFree) return { outcome: 'busy' };
  if (usesModel) holdDraft(work, model.holdMs);
  const usesWording = usesModel && workspace.usesWording;
  return { outcome: 'task', task: { ...taskOf(work, asked, purpose), usesModel, usesWording } };
}

/** Reserves the thread in its current state, so that no other process drafts for it until `holdMs` have passed. */
export function holdDraft(work: ThreadWork, holdMs: number): void {
  work.updateThread({ draftHold: { epoch: work.conversation.epoch, until: work.now + holdMs } });
}

/** Returns the draft that the connected inbox stored for the thread in its current state, if there is one. */
export function readyDraftOf({ drafts, conversation }: ThreadWork): DraftRow | undefined {
  return drafts.find(
    ({ state, epoch, connectionId }) =>
      (state === 'waiting' || state === 'queued') && epoch === conversation.epoch && connectionId !== null,
  );
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

function taskOf(
  work: ThreadWork,
  asked: readonly MessageRow[],
  purpose: ThreadTask['purpose'],
): Omit<ThreadTask, 'usesModel' | 'usesWording'> {
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
    isAfterGap: work.thread?.isAfterGap ?? false,
    history: earlier
      .slice(-historyLength)
      .map(({ direction, senderType, body, sentAt }) => ({ direction, senderType, body, sentAt })),
    // The store returns only data that was validated on import.
    relationship: snapshot.relationship as Relationship | null,
    awaitsCreator: conversation.state === 'awaiting_owner',
    now,
  };
}
