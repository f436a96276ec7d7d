import type { EpochMs } from '../period.ts';
import type { EventResult, InboxEvent } from './event.ts';
import { echoOfRecorded, takeRecordedEcho } from './recorded-answers.ts';
import type { EarlyChangeRow, MessageRow, OutboxRow } from './rows.ts';
import type { InboxChanges } from './snapshot.ts';
import { giveWay, itemOf, markSent, noteInboundChange, supersede } from './thread-rules.ts';
import { historyAfterMs, type ThreadWork } from './thread-work.ts';
import { noteUse } from './used-reply.ts';

/**
 * Processes one event that is not stored yet: stores its message or change, and updates the thread's drafts and outbox.
 * `early` contains those changes in the thread whose messages have not arrived. Each change is applied when its message
 * arrives.
 */
export function takeEvent(
  work: ThreadWork,
  event: InboxEvent,
  sentAt: EpochMs,
  early: EarlyChangeRow[],
  changes: InboxChanges,
): EventResult['outcome'] {
  const isHistory = sentAt < work.now - historyAfterMs;
  const outcome = isHistory ? 'history' : 'stored';
  switch (event.type) {
    case 'creator.active':
      if (!isHistory) giveWay(work, { isAnswered: false });
      return outcome;
    case 'message.received':
      return takeReceived(work, event, { sentAt, isHistory, early, changes });
    case 'message.sent':
      return takeSent(work, event, { sentAt, isHistory, early, changes });
    default:
      takeChange(work, event, sentAt, early, changes);
      return outcome;
  }
}

interface Arrival {
  readonly sentAt: EpochMs;
  readonly isHistory: boolean;
  readonly early: EarlyChangeRow[];
  readonly changes: InboxChanges;
}

type Message = Extract<InboxEvent, { type: 'message.received' | 'message.sent' }>;

function takeReceived(
  work: ThreadWork,
  event: Extract<InboxEvent, { type: 'message.received' }>,
  arrival: Arrival,
): EventResult['outcome'] {
  if (messageOf(work, event.messageId) !== null) return 'duplicate';
  const message = store(work, event, 'inbound', event.isAutomated ? 'machine' : 'contact', arrival);
  const { name, handle } = event.contact;
  const contact = { ...(name !== undefined && { name }), ...(handle !== undefined && { handle }) };
  work.conversation = { ...work.conversation, contact: { ...work.conversation.contact, ...contact } };
  work.updateThread({ contactId: event.contact.id });
  if (event.gapAt !== undefined && event.gapAt !== work.thread?.gapAt)
    work.updateThread({ gapAt: event.gapAt, isAfterGap: true });
  if (work.conversation.state === 'closed') work.setState('open');
  supersede(work);
  if (arrival.isHistory) return 'history';
  if (message.deletedAt === null && !event.isAutomated) noteInboundChange(work);
  return 'stored';
}

function takeSent(
  work: ThreadWork,
  event: Extract<InboxEvent, { type: 'message.sent' }>,
  arrival: Arrival,
): EventResult['outcome'] {
  if (messageOf(work, event.messageId) !== null) return 'duplicate';
  const item = echoedItem(work, event);
  if (item !== null) {
    takeEcho(work, item, event);
    return arrival.isHistory ? 'history' : 'stored';
  }
  const recorded = echoOfRecorded(work, event.body, arrival.sentAt);
  if (recorded !== null) {
    takeRecordedEcho(work, recorded, event.messageId);
    return arrival.isHistory ? 'history' : 'stored';
  }
  const isMachine = event.sender === 'machine';
  if (!isMachine && !arrival.isHistory) noteUse(work, event.body);
  store(work, event, 'outbound', isMachine ? 'machine' : 'creator', arrival);
  supersede(work);
  if (arrival.isHistory) return 'history';
  const isRecorded = work.snapshot.recordedReply !== null && event.body === work.snapshot.recordedReply;
  if (!isMachine && !isRecorded) giveWay(work, { isAnswered: false });
  return 'stored';
}

/**
 * Returns the outbox item whose text a message repeats: the item that the message names, or a claimed or uncertain one
 * with the same text. Returns null if there is none.
 */
function echoedItem(work: ThreadWork, event: Extract<InboxEvent, { type: 'message.sent' }>): OutboxRow | null {
  const named = itemOf(work, event.outboxId ?? null);
  if (named !== null) return named;
  return (
    work.outbox.find(({ state, text }) => (state === 'claimed' || state === 'uncertain') && text === event.body) ?? null
  );
}

function takeEcho(work: ThreadWork, item: OutboxRow, { messageId, body }: Message): void {
  const appended = item.messageId === null ? null : messageOf(work, item.messageId);
  if (appended === null) {
    markSent(work, item, messageId, body);
    return;
  }
  work.putMessage({ ...appended, messageId }, { kind: 'rename', formerId: appended.messageId });
  work.setItemState({ ...item, messageId }, 'sent');
}

/** Stores a message and returns it. An edit or a deletion that arrived before the message is applied to it. */
function store(
  work: ThreadWork,
  event: Message,
  direction: MessageRow['direction'],
  senderType: string,
  { sentAt, early, changes }: Arrival,
): MessageRow {
  const plain: MessageRow = {
    messageId: event.messageId,
    direction,
    senderType,
    body: event.body,
    sentAt,
    position: null,
    editedAt: null,
    deletedAt: null,
    attachments: event.attachments ?? [],
  };
  const at = early.findIndex(({ messageId }) => messageId === event.messageId);
  const before = at < 0 ? undefined : early.splice(at, 1)[0];
  const { conversationId } = work.conversation;
  if (before !== undefined) changes.early.push({ ...before, conversationId, isOver: true });
  const message = before === undefined ? plain : changed(plain, before);
  work.putMessage(message, { kind: 'new' });
  work.grow();
  return message;
}

function takeChange(
  work: ThreadWork,
  event: Extract<InboxEvent, { type: 'message.edited' | 'message.deleted' }>,
  sentAt: EpochMs,
  early: EarlyChangeRow[],
  changes: InboxChanges,
): void {
  const { messageId } = event;
  const change = { messageId, sentAt, body: event.type === 'message.edited' ? event.body : null };
  const message = messageOf(work, messageId);
  const { conversationId } = work.conversation;
  work.grow();
  if (message === null) {
    const at = early.findIndex((known) => known.messageId === messageId);
    const newest = at < 0 ? change : newer(early[at] ?? change, change);
    if (at >= 0) early.splice(at, 1);
    early.push(newest);
    changes.early.push({ ...newest, conversationId, isOver: false });
    supersede(work);
    return;
  }
  const next = changed(message, change);
  if (next !== message) work.putMessage(next, { kind: 'changed' });
  supersede(work);
  if (message.direction === 'inbound' && message.sentAt >= work.now - historyAfterMs) noteInboundChange(work);
}

/**
 * Applies an edit or a deletion if it is the newest change. If two changes have the same timestamp, the deletion takes
 * precedence.
 */
function changed(message: MessageRow, change: EarlyChangeRow): MessageRow {
  const last = Math.max(message.editedAt ?? Number.NEGATIVE_INFINITY, message.deletedAt ?? Number.NEGATIVE_INFINITY);
  const isNewer = change.sentAt > last || (change.sentAt === last && change.body === null);
  if (!isNewer) return message;
  return change.body === null
    ? { ...message, body: '', editedAt: null, deletedAt: change.sentAt }
    : { ...message, body: change.body, editedAt: change.sentAt, deletedAt: null };
}

function newer(one: EarlyChangeRow, other: EarlyChangeRow): EarlyChangeRow {
  if (one.sentAt !== other.sentAt) return one.sentAt > other.sentAt ? one : other;
  return one.body === null ? one : other;
}

function messageOf(work: ThreadWork, messageId: string): MessageRow | null {
  const isIt = (message: MessageRow): boolean => message.messageId === messageId;
  return work.messages.find(isIt) ?? work.snapshot.named.find(isIt) ?? null;
}
