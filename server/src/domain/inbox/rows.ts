import type { ProposalOutcome, ProposalTally } from '../autonomy.ts';
import type { Contact, ConversationState, Direction } from '../conversation.ts';
import type { HandoffVerdict } from '../notification.ts';
import type { EpochMs } from '../period.ts';
import type { AttachmentKind } from './attachment-kinds.ts';
import type { InboxCharge } from './charge.ts';
import type { ConnectionRecord } from './connection.ts';
import type { MessageChange } from './message-change.ts';
import type { RecordedAnswer } from './recorded-answer.ts';
import type { InboxWorkspace } from './workspace.ts';

/** The identity of a connected inbox's conversation, and the state of its processing. */
export interface ThreadRow {
  readonly conversationId: string;
  readonly connectionId: string;
  readonly threadId: string;
  /** When it is next due: a draft, a lapsing claim, an expiring item, an ending lock. Null if nothing is due. */
  readonly wakeAt: EpochMs | null;
  readonly lockedUntil: EpochMs | null;
  readonly held: 'allowance' | 'paused' | null;
  readonly heldAt: EpochMs | null;
  readonly contactId: string | null;
  /** The conversation's epoch at the time of writing; another epoch means a change from elsewhere. */
  readonly epoch: number;
  /** By the store's clock: the first and the newest inbound change without a draft. Null if there is none. */
  readonly firstChangeAt: EpochMs | null;
  readonly newestChangeAt: EpochMs | null;
  /** The epoch whose hazards were assessed while the thread was held or locked. */
  readonly judgedEpoch: number | null;
  /** The newest message that the creator marked as answered elsewhere. */
  readonly answeredTo: string | null;
  /** When the thread was released after being held. */
  readonly releasedAt: EpochMs | null;
  /** The last gap in its provider's events. Until the thread is drafted, it may concern missing messages. */
  readonly gapAt?: EpochMs;
  readonly isAfterGap?: boolean;
  /** A language-model draft for this epoch is in progress or scheduled; until then nobody else drafts. */
  readonly draftHold?: { readonly epoch: number; readonly until: EpochMs } | null;
}

export interface MessageRow {
  readonly messageId: string;
  readonly direction: Direction;
  readonly senderType: string | null;
  readonly body: string;
  readonly sentAt: EpochMs;
  /** The order of arrival, in the store's own numbers; null for a new message. */
  readonly position: number | null;
  readonly editedAt: EpochMs | null;
  readonly deletedAt: EpochMs | null;
  readonly attachments: readonly AttachmentKind[];
  /** Set if a person recorded it in the console, with the data for undoing it. */
  readonly recorded?: RecordedAnswer | null;
}

/** An edit or a deletion that arrived before its message. */
export interface EarlyChangeRow {
  readonly messageId: string;
  readonly sentAt: EpochMs;
  /** Null if it deletes. */
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
  /** The messages that it answers, in order. */
  readonly messageIds: readonly string[];
  readonly itemsUsed: readonly string[];
  /** The revision of the profile that it was drafted from; null for an agent's draft. */
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
  /** The creator wrote the text, so the guard does not assess it. */
  readonly isWritten: boolean;
  /** Null once it is removed. */
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
  /** The result that the sender or the creator reported. */
  readonly outcome: 'sent' | 'failed' | 'skipped' | null;
  readonly providerMessageId: string | null;
  readonly reason: string | null;
  /** The message that this text became. */
  readonly messageId: string | null;
}

export interface ClaimRow {
  readonly idempotencyKey: string;
  readonly inputHash: string;
  readonly outboxId: string;
  readonly conversationId: string;
  /** JSON text, replayed byte for byte. */
  readonly response: string;
  readonly createdAt: EpochMs;
}

/** Data about a refused or unparsable event; never a value from it. */
export interface RefusedRow {
  readonly refusalId: string;
  readonly outcome: 'refused' | 'unreadable';
  readonly hash: string;
  readonly size: number;
  readonly paths: readonly string[];
  readonly at: EpochMs;
  /** The sealed payload, for 72 hours, if the connection keeps payloads. */
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
  /** How long it waits before it is sent; if absent, it is sent at once. */
  readonly delayMs?: number;
}

export interface ConversationHead {
  readonly conversationId: string;
  readonly profileId: string;
  readonly state: ConversationState;
  readonly channel: string | null;
  readonly contact: Contact | null;
  readonly epoch: number;
}

/** All data that a step may read about one conversation. */
export interface ThreadSnapshot {
  readonly conversation: ConversationHead | null;
  readonly relationship: unknown;
  readonly thread: ThreadRow | null;
  /** The newest messages in order, at most `messagesSeen`, oldest first; empty if the step does not read them. */
  readonly messages: readonly MessageRow[];
  /** The messages that the step names. */
  readonly named: readonly MessageRow[];
  readonly early: readonly EarlyChangeRow[];
  /** Those that are `waiting` or `queued`, and those named by the step. */
  readonly drafts: readonly DraftRow[];
  /** Those that are `ready`, `claimed` or `uncertain`, and those named by the step. */
  readonly outbox: readonly OutboxRow[];
  readonly claim: ClaimRow | null;
  /** Answers that the creator recorded in the console. */
  readonly recordedReply: string | null;
  readonly lastUrgency: HandoffVerdict['urgency'] | null;
  readonly draftsInLastHour: number;
}

export const messagesSeen = 80;

export interface InboxSnapshot {
  readonly now: EpochMs;
  readonly workspace: InboxWorkspace | null;
  readonly connections: readonly ConnectionRecord[];
  /** The step's hashes that are known. */
  readonly knownKeys: readonly string[];
  readonly usage: { readonly api: number; readonly inbox: number; readonly page: number };
  /** Released threads and drafts of the last hour. */
  readonly releasedInLastHour: number;
  readonly profiles: readonly { readonly profileId: string; readonly revision: string; readonly status: string }[];
  /** The claim under the step's idempotency key. */
  readonly claim: ClaimRow | null;
  readonly threads: readonly ThreadSnapshot[];
}

/** The data that a step reads. Conversations are locked until it is written. */
export interface InboxNeeds {
  readonly connectionIds: readonly string[];
  readonly keyHashes?: readonly string[];
  /** Threads by their connection's own names. */
  readonly threadIds?: readonly string[];
  readonly conversationIds?: readonly string[];
  readonly draftId?: string;
  readonly outboxId?: string;
  readonly claimKey?: string;
  /** Messages by their ids; with a `threadId`, only in that thread. */
  readonly namedMessages?: readonly { readonly messageId: string; readonly threadId: string | null }[];
  /** Threads whose newest messages are read; all if absent. Those of a thread changed elsewhere are always read. */
  readonly messagesOfThreads?: readonly string[];
  /** All threads of the connection that are held or have a `ready` item. */
  readonly openThreadsOf?: string;
  readonly withUsage?: boolean;
  /** The month's counter stays locked, because a unit may be charged. */
  readonly isCharging?: boolean;
}

/** All writes of a step, in one commit. */
export interface InboxChanges {
  readonly connections: (Partial<ConnectionRecord> & { readonly connectionId: string })[];
  readonly conversations: (ConversationHead & { readonly isNew: boolean })[];
  readonly threads: ThreadRow[];
  readonly messages: (MessageRow & { readonly conversationId: string; readonly change: MessageChange })[];
  readonly early: (EarlyChangeRow & { readonly conversationId: string; readonly isOver: boolean })[];
  readonly drafts: DraftRow[];
  readonly outbox: OutboxRow[];
  readonly claims: ClaimRow[];
  readonly keys: { readonly connectionId: string; readonly keyHash: string }[];
  readonly refused: (RefusedRow & { readonly connectionId: string })[];
  readonly notifications: QueuedNotification[];
  /** Proposals of drafts by id, and the creators' handling of them, of which only the first counts. */
  readonly proposals: (ProposalTally & { readonly draftId: string })[];
  readonly outcomes: { readonly draftId: string; readonly outcome: ProposalOutcome }[];
  readonly charge: InboxCharge | null;
}
