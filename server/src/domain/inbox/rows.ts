import type { Direction } from '../conversation.ts';
import type { HandoffVerdict } from '../notification.ts';
import type { EpochMs } from '../period.ts';
import type { AttachmentKind } from './attachment-kinds.ts';
import type { RecordedAnswer } from './recorded-answer.ts';

/** A connected inbox's thread, linked to its conversation, and the state of its processing. */
export interface ThreadRow {
  readonly conversationId: string;
  readonly connectionId: string;
  readonly threadId: string;
  /**
   * When the thread is next due: for a draft, for a claim that times out, for an item that expires, or for a lock that
   * ends. Null if nothing is due.
   */
  readonly wakeAt: EpochMs | null;
  readonly lockedUntil: EpochMs | null;
  readonly held: 'allowance' | 'paused' | null;
  readonly heldAt: EpochMs | null;
  readonly contactId: string | null;
  /**
   * The conversation's epoch when this row was written. If the conversation now has a different epoch, something other
   * than a step of the inbox changed it.
   */
  readonly epoch: number;
  /**
   * The times of the first and the newest inbound changes that no draft covers, by the store's clock; null if there are
   * none.
   */
  readonly firstChangeAt: EpochMs | null;
  readonly newestChangeAt: EpochMs | null;
  /** The last epoch in which the thread was assessed but not drafted; null if there is none. */
  readonly judgedEpoch: number | null;
  /** The id of the message that was the newest when the creator last answered elsewhere; null if there is none. */
  readonly answeredTo: string | null;
  /** When the thread was released after being held; null if it was not. */
  readonly releasedAt: EpochMs | null;
  /**
   * The time of the last gap in the provider's events. `isAfterGap` is true until the thread is drafted, because
   * messages may be missing.
   */
  readonly gapAt?: EpochMs;
  readonly isAfterGap?: boolean;
  /**
   * Set while a language-model draft for `epoch` is in progress or scheduled. No other process drafts for the thread
   * before `until`.
   */
  readonly draftHold?: { readonly epoch: number; readonly until: EpochMs } | null;
}

export interface MessageRow {
  readonly messageId: string;
  readonly direction: Direction;
  readonly senderType: string | null;
  readonly body: string;
  readonly sentAt: EpochMs;
  /** The message's position in the order of arrival, as numbered by the store; null for a new message. */
  readonly position: number | null;
  readonly editedAt: EpochMs | null;
  readonly deletedAt: EpochMs | null;
  readonly attachments: readonly AttachmentKind[];
  /** Set if a person recorded this answer in the console, with the data to undo it. */
  readonly recorded?: RecordedAnswer | null;
}

/** An edit or a deletion that arrived before its message. */
export interface EarlyChangeRow {
  readonly messageId: string;
  readonly sentAt: EpochMs;
  /** The new text; null for a deletion. */
  readonly body: string | null;
}

export const draftStates = ['waiting', 'queued', 'sent', 'superseded', 'dismissed'] as const;
export type DraftState = (typeof draftStates)[number];

export interface DraftRow {
  readonly draftId: string;
  readonly conversationId: string;
  readonly connectionId: string | null;
  readonly epoch: number;
  readonly state: DraftState;
  readonly outboxId: string | null;
  readonly createdAt: EpochMs;
  readonly intent: string;
  readonly riskLevel: 'safe' | 'review' | 'blocked';
  readonly requiresCreator: boolean;
  readonly reply: string;
  readonly mediaAssetId: string;
  readonly rationale: string;
  readonly confidence: number;
  /** The ids of the messages that the draft answers, in order. */
  readonly messageIds: readonly string[];
  readonly itemsUsed: readonly string[];
  /** The profile's revision when the draft was created; null for an agent's draft. */
  readonly revision: string | null;
  readonly isReleased: boolean;
}

export const outboxStates = [
  'ready',
  'claimed',
  'sent',
  'failed',
  'skipped',
  'uncertain',
  'withdrawn',
  'expired',
] as const;
export type OutboxState = (typeof outboxStates)[number];

export interface OutboxRow {
  readonly outboxId: string;
  readonly conversationId: string;
  readonly connectionId: string;
  readonly profileId: string;
  readonly draftId: string;
  readonly state: OutboxState;
  readonly createdAt: EpochMs;
  readonly changedAt: EpochMs;
  readonly endedAt: EpochMs | null;
  readonly threadId: string;
  readonly contactId: string | null;
  readonly origin: 'safe' | 'creator';
  /** Whether the creator wrote the text, in which case the guard does not assess it. */
  readonly isWritten: boolean;
  /** Null once the text is removed. */
  readonly text: string | null;
  readonly mediaAssetId: string;
  readonly itemsUsed: readonly string[];
  readonly revision: string | null;
  readonly afterMessageId: string;
  readonly epoch: number;
  readonly sendBefore: EpochMs | null;
  readonly claimId: string | null;
  readonly claimKey: string | null;
  readonly claimedUntil: EpochMs | null;
  /** The outcome that the sender or the creator reported; null if there is none. */
  readonly outcome: 'sent' | 'failed' | 'skipped' | null;
  readonly providerMessageId: string | null;
  readonly reason: string | null;
  /** The id of the message that this text became; null if it was not sent. */
  readonly messageId: string | null;
}

export interface ClaimRow {
  readonly idempotencyKey: string;
  readonly inputHash: string;
  readonly outboxId: string;
  readonly conversationId: string;
  /** The response as JSON text, which replays return byte for byte. */
  readonly response: string;
  readonly createdAt: EpochMs;
}

/** Data about a rejected or unparsable event, without any of its values. */
export interface RefusedRow {
  readonly refusalId: string;
  readonly outcome: 'refused' | 'unreadable';
  readonly hash: string;
  readonly size: number;
  readonly paths: readonly string[];
  readonly at: EpochMs;
  /** The sealed payload, kept for 72 hours if the connection keeps payloads; otherwise null. */
  readonly payload: string | null;
}

export type NotificationType =
  | 'handoff.created'
  | 'draft.ready'
  | 'draft.withdrawn'
  | 'allowance.low'
  | 'allowance.used';

export interface QueuedNotification {
  readonly notificationId: string;
  readonly type: NotificationType;
  readonly conversationId: string | null;
  readonly verdict: HandoffVerdict | null;
  readonly about: Readonly<Record<string, string>> | null;
  /** How long the notification waits before it is sent; if omitted, it is sent immediately. */
  readonly delayMs?: number;
}
