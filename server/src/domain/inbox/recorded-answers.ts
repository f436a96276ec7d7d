import { createId } from '../../lib/ids.ts';
import type { ConversationState } from '../conversation.ts';
import type { RecordedAnswer } from './recorded-answer.ts';
import type { MessageRow } from './rows.ts';
import { giveWay, reconcile } from './thread-rules.ts';
import { type ThreadWork, unansweredOf } from './thread-work.ts';

export interface RecordInput {
  readonly conversationId: string;
  /** Null if the answer was given elsewhere and its words are unknown. */
  readonly text: string | null;
  readonly by: string;
  readonly suggestion: number | null;
  readonly isChanged: boolean;
}

export type RecordAnswer =
  | {
      readonly outcome: 'done';
      /** Null if the answer's words are unknown. */
      readonly messageId: string | null;
      readonly before: ConversationState;
      readonly after: ConversationState;
    }
  | { readonly outcome: 'not_found' };

export interface UndoInput {
  readonly conversationId: string;
  /** Null if the answer's words are unknown. */
  readonly messageId: string | null;
  /** The conversation's state before the answer, used if the words are unknown. */
  readonly before: ConversationState;
}

/**
 * The maximum time between a recorded answer and its echo, in either direction. People send answers later than they
 * copy them, and clocks differ.
 */
const echoWithin = { beforeMs: 3_600_000, afterMs: 86_400_000 };

/**
 * Records an answer that was given elsewhere. The conversation then no longer waits for the creator. If the words are
 * unknown and the conversation belongs to no connected inbox, the conversation is closed until its next message.
 * Otherwise, nothing would show that it is answered.
 */
export function recordAnswer(work: ThreadWork, { text, by, suggestion, isChanged }: RecordInput): RecordAnswer {
  reconcile(work);
  const before = work.conversation.state;
  const lockedBefore = work.thread?.lockedUntil ?? null;
  if (text === null) {
    giveWay(work, { isAnswered: true });
    if (work.thread === null) work.setState('closed');
    return { outcome: 'done', messageId: null, before, after: work.conversation.state };
  }
  const messageId = createId('ans');
  const last = work.messages.at(-1);
  work.putMessage(
    {
      messageId,
      direction: 'outbound',
      senderType: 'creator',
      body: text,
      sentAt: Math.max(work.now, last?.sentAt ?? 0),
      position: null,
      editedAt: null,
      deletedAt: null,
      attachments: [],
      recorded: { messageId, by, at: work.now, suggestion, isChanged, stateBefore: before, lockedBefore },
    },
    { kind: 'new' },
  );
  work.grow();
  giveWay(work, { isAnswered: false });
  return { outcome: 'done', messageId, before, after: work.conversation.state };
}

/**
 * Undoes a recorded answer: removes the answer's message, if its words are known, and restores the conversation's
 * state. Superseded drafts are not restored.
 */
export function undoAnswer(work: ThreadWork, input: UndoInput): { outcome: 'done' | 'not_found' | 'too_late' } {
  reconcile(work);
  if (input.messageId === null) {
    work.setState(input.before);
    work.updateThread({ answeredTo: null, lockedUntil: null });
    return { outcome: 'done' };
  }
  const message = work.messages.find(({ messageId }) => messageId === input.messageId);
  if (message?.recorded == null) return { outcome: 'not_found' };
  if (message.recorded.messageId !== message.messageId || work.messages.at(-1) !== message)
    return { outcome: 'too_late' };
  const { stateBefore, lockedBefore } = message.recorded;
  work.putMessage(message, { kind: 'gone' });
  work.grow();
  work.setState(stateBefore);
  work.updateThread({ lockedUntil: lockedBefore });
  return { outcome: 'done' };
}

/**
 * Returns the recorded answer that an outbound message repeats, or null. Such an answer has the same words, was
 * recorded around the same time, and has not been echoed yet.
 */
export function echoOfRecorded(work: ThreadWork, body: string, sentAt: number): MessageRow | null {
  const isEcho = (message: MessageRow, recorded: RecordedAnswer): boolean =>
    recorded.messageId === message.messageId &&
    message.body.trim() === body.trim() &&
    sentAt >= recorded.at - echoWithin.beforeMs &&
    sentAt <= recorded.at + echoWithin.afterMs;
  return work.messages.findLast((message) => message.recorded != null && isEcho(message, message.recorded)) ?? null;
}

/** Replaces the id of a recorded message with the inbox's own id, because the inbox has echoed the message. */
export function takeRecordedEcho(work: ThreadWork, message: MessageRow, messageId: string): void {
  work.putMessage({ ...message, messageId }, { kind: 'rename', formerId: message.messageId });
  if (unansweredOf(work).length === 0) work.updateThread({ firstChangeAt: null, newestChangeAt: null });
}
