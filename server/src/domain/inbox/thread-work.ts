import { createId } from '../../lib/ids.ts';
import type { ProposalOutcome } from '../autonomy.ts';
import type { HandoffVerdict } from '../notification.ts';
import type { EpochMs } from '../period.ts';
import type { ConnectionRecord } from './connection.ts';
import type { MessageChange } from './message-change.ts';
import type { DraftRow, DraftState, MessageRow, OutboxRow, OutboxState, ThreadRow } from './rows.ts';
import type { ConversationHead, InboxChanges, ThreadSnapshot } from './snapshot.ts';

/** Messages older than this are stored, but no reply is drafted. */
export const historyAfterMs = 8 * 86_400_000;

/** One conversation while a step is changing it. `write` adds the changes of the conversation to the step's changes. */
export interface ThreadWork {
  readonly now: EpochMs;
  readonly snapshot: ThreadSnapshot;
  readonly connection: ConnectionRecord | null;
  conversation: ConversationHead;
  thread: ThreadRow | null;
  /** The messages in order, oldest first. */
  readonly messages: MessageRow[];
  readonly drafts: DraftRow[];
  readonly outbox: OutboxRow[];
  /** Adds this conversation's writes to the step's changes. Does nothing if nothing changed. */
  write(changes: InboxChanges): void;
  grow(): void;
  setState(state: ConversationHead['state']): void;
  updateThread(change: Partial<ThreadRow>): void;
  putMessage(message: MessageRow, change: MessageChange): void;
  putDraft(draft: DraftRow): void;
  putItem(item: OutboxRow): void;
  setDraftState(draftId: string, state: DraftState): void;
  setItemState(item: OutboxRow, state: OutboxState, change?: Partial<OutboxRow>): OutboxRow;
  noteDraft(type: 'draft.ready' | 'draft.withdrawn', item: OutboxRow): void;
  noteHandoff(verdict: HandoffVerdict): void;
  /** Records how the creator handled a draft's proposal. */
  noteOutcome(draftId: string, outcome: ProposalOutcome): void;
  touch(): void;
}

const ended: ReadonlySet<OutboxState> = new Set(['sent', 'failed', 'skipped', 'withdrawn', 'expired']);

/** Opens a conversation for changes. Nothing is written until `write` is called. */
export function openThread(
  snapshot: ThreadSnapshot & { readonly conversation: ConversationHead },
  of: { now: EpochMs; connection: ConnectionRecord | null; hasWebhook: boolean; isNew?: boolean },
): ThreadWork {
  const { now, connection, hasWebhook, isNew = false } = of;
  const changedMessages: InboxChanges['messages'] = [];
  const changedDrafts = new Map<string, DraftRow>();
  const changedItems = new Map<string, OutboxRow>();
  const notifications: InboxChanges['notifications'] = [];
  const outcomes: InboxChanges['outcomes'] = [];
  let isTouched = isNew;
  let isConversationChanged = isNew;

  const work: ThreadWork = {
    now,
    snapshot,
    connection,
    conversation: snapshot.conversation,
    thread: snapshot.thread,
    messages: [...snapshot.messages],
    drafts: [...snapshot.drafts],
    outbox: [...snapshot.outbox],

    touch() {
      isTouched = true;
    },
    grow() {
      work.conversation = { ...work.conversation, epoch: work.conversation.epoch + 1 };
      isTouched = true;
      isConversationChanged = true;
    },
    setState(state) {
      if (work.conversation.state === state) return;
      work.grow();
      work.conversation = { ...work.conversation, state };
    },
    updateThread(change) {
      if (work.thread === null) return;
      work.thread = { ...work.thread, ...change };
      isTouched = true;
    },
    putMessage(message, change) {
      const known = change.kind === 'rename' ? change.formerId : message.messageId;
      const at = work.messages.findIndex(({ messageId }) => messageId === known);
      if (at >= 0) work.messages.splice(at, 1);
      if (change.kind === 'gone') {
        changedMessages.push({ ...message, conversationId: work.conversation.conversationId, change });
        isTouched = true;
        return;
      }
      const next = change.kind === 'last' ? { ...message, position: null } : message;
      const behind = work.messages.findIndex((other) => isBehind(other, next));
      work.messages.splice(behind < 0 ? work.messages.length : behind, 0, next);
      changedMessages.push({ ...message, conversationId: work.conversation.conversationId, change });
      isTouched = true;
    },
    putDraft(draft) {
      replace(work.drafts, draft, ({ draftId }) => draftId === draft.draftId);
      changedDrafts.set(draft.draftId, draft);
      isTouched = true;
    },
    putItem(item) {
      const next = { ...item, changedAt: now };
      replace(work.outbox, next, ({ outboxId }) => outboxId === item.outboxId);
      changedItems.set(item.outboxId, next);
      isTouched = true;
    },
    setDraftState(draftId, state) {
      const draft = work.drafts.find((known) => known.draftId === draftId);
      if (draft !== undefined) work.putDraft({ ...draft, state });
    },
    setItemState(item, state, change = {}) {
      const next: OutboxRow = { ...item, ...change, state, endedAt: ended.has(state) ? now : null };
      work.putItem(next);
      if (item.state === 'ready' && (state === 'withdrawn' || state === 'expired'))
        work.noteDraft('draft.withdrawn', next);
      return next;
    },
    noteDraft(type, item) {
      if (!hasWebhook) return;
      const { conversationId, connectionId, profileId, draftId, outboxId } = item;
      notifications.push({
        notificationId: createId('ntf'),
        type,
        conversationId,
        verdict: null,
        about: { profileId, connectionId, draftId, outboxId },
      });
    },
    noteHandoff(verdict) {
      const { conversationId } = work.conversation;
      notifications.push({
        notificationId: createId('ntf'),
        type: 'handoff.created',
        conversationId,
        verdict,
        about: null,
      });
    },
    noteOutcome(draftId, outcome) {
      outcomes.push({ draftId, outcome });
      isTouched = true;
    },
    write(changes) {
      if (!isTouched) return;
      work.updateThread({ epoch: work.conversation.epoch, wakeAt: wakeAtOf(work) });
      if (isConversationChanged) changes.conversations.push({ ...work.conversation, isNew });
      if (work.thread !== null) changes.threads.push(work.thread);
      changes.messages.push(...changedMessages);
      changes.drafts.push(...changedDrafts.values());
      changes.outbox.push(...changedItems.values());
      changes.notifications.push(...notifications);
      changes.outcomes.push(...outcomes);
    },
  };
  return work;
}

/**
 * Returns true if a message comes after another, by the time it was sent and then by arrival. A new message has arrived
 * last.
 */
function isBehind(one: MessageRow, other: MessageRow): boolean {
  if (one.sentAt !== other.sentAt) return one.sentAt > other.sentAt;
  return (one.position ?? Number.POSITIVE_INFINITY) > (other.position ?? Number.POSITIVE_INFINITY);
}

function replace<Item>(items: Item[], item: Item, isSame: (item: Item) => boolean): void {
  const at = items.findIndex(isSame);
  if (at < 0) items.push(item);
  else items[at] = item;
}

/** Returns when a draft of the thread is due, or null if no inbound change needs one. */
export function dueAtOf({
  thread,
  connection,
  conversation,
}: Pick<ThreadWork, 'thread' | 'connection' | 'conversation'>): EpochMs | null {
  if (thread?.firstChangeAt == null || thread.newestChangeAt === null || connection === null) return null;
  const settledAt = Math.min(
    thread.newestChangeAt + connection.quietSeconds * 1_000,
    thread.firstChangeAt + connection.maxWaitSeconds * 1_000,
  );
  const { draftHold } = thread;
  return draftHold?.epoch === conversation.epoch ? Math.max(settledAt, draftHold.until) : settledAt;
}

function wakeAtOf(work: ThreadWork): EpochMs | null {
  const { thread, outbox, conversation } = work;
  if (thread === null) return null;
  const times: number[] = [];
  for (const { state, claimedUntil, sendBefore } of outbox) {
    if (state === 'claimed' && claimedUntil !== null) times.push(claimedUntil);
    if (state === 'ready' && sendBefore !== null) times.push(sendBefore);
  }
  const dueAt = dueAtOf(work);
  const isJudged = thread.judgedEpoch === conversation.epoch;
  const isLocked = thread.lockedUntil !== null && thread.lockedUntil > work.now;
  const liveClaim = liveClaimOf(work);
  if (dueAt !== null && liveClaim === null) {
    if (isLocked && isJudged) times.push(Math.max(dueAt, thread.lockedUntil ?? 0));
    else if (thread.held === null || !isJudged) times.push(dueAt);
  }
  return times.length === 0 ? null : Math.min(...times);
}

/** Returns the item that is being sent now, or null. Its thread waits until the item is sent. */
export function liveClaimOf({ outbox, now }: Pick<ThreadWork, 'outbox' | 'now'>): OutboxRow | null {
  return outbox.find(({ state, claimedUntil }) => state === 'claimed' && (claimedUntil ?? 0) > now) ?? null;
}

/**
 * Returns the unanswered inbound messages: those after the last answer that are neither deleted, too old, nor written
 * by a program.
 */
export function unansweredOf({ messages, thread, now, conversation }: ThreadWork): MessageRow[] {
  if (conversation.state === 'closed') return [];
  const last = messages.findLastIndex(({ direction }) => direction === 'outbound');
  const answered = messages.findIndex(({ messageId }) => messageId === thread?.answeredTo);
  return messages
    .slice(Math.max(last, answered) + 1)
    .filter(
      ({ deletedAt, sentAt, senderType }) =>
        deletedAt === null && sentAt >= now - historyAfterMs && senderType !== 'machine',
    );
}
