import type { ProposalOutcome, ProposalTally } from '../autonomy.ts';
import type { Contact, ConversationState } from '../conversation.ts';
import type { HandoffVerdict } from '../notification.ts';
import type { EpochMs } from '../period.ts';
import type { InboxCharge } from './charge.ts';
import type { ConnectionRecord } from './connection.ts';
import type { MessageChange } from './message-change.ts';
import type {
  ClaimRow,
  DraftRow,
  EarlyChangeRow,
  MessageRow,
  OutboxRow,
  QueuedNotification,
  RefusedRow,
  ThreadRow,
} from './rows.ts';
import type { InboxWorkspace } from './workspace.ts';

export interface ConversationHead {
  readonly conversationId: string;
  readonly profileId: string;
  readonly state: ConversationState;
  readonly channel: string | null;
  readonly contact: Contact | null;
  readonly epoch: number;
}

/** Everything that a step may read about one conversation. */
export interface ThreadSnapshot {
  readonly conversation: ConversationHead | null;
  readonly relationship: unknown;
  readonly thread: ThreadRow | null;
  /** The newest messages, at most `messagesSeen`, oldest first. Empty if the step does not read them. */
  readonly messages: readonly MessageRow[];
  /** The messages that the step names. */
  readonly named: readonly MessageRow[];
  readonly early: readonly EarlyChangeRow[];
  /** The drafts that are `waiting` or `queued`, and those that the step names. */
  readonly drafts: readonly DraftRow[];
  /** The outbox items that are `ready`, `claimed` or `uncertain`, and those that the step names. */
  readonly outbox: readonly OutboxRow[];
  readonly claim: ClaimRow | null;
  /** The reply that the creator recorded in the console; null if there is none. */
  readonly recordedReply: string | null;
  readonly lastUrgency: HandoffVerdict['urgency'] | null;
  readonly draftsInLastHour: number;
}

export const messagesSeen = 80;

export interface InboxSnapshot {
  readonly now: EpochMs;
  readonly workspace: InboxWorkspace | null;
  readonly connections: readonly ConnectionRecord[];
  /** The key hashes of the step's events that are already stored. */
  readonly knownKeys: readonly string[];
  readonly usage: { readonly api: number; readonly inbox: number; readonly page: number };
  /** The number of threads that were released, and of drafts of released threads, in the last hour. */
  readonly releasedInLastHour: number;
  readonly profiles: readonly { readonly profileId: string; readonly revision: string; readonly status: string }[];
  /** The claim under the step's idempotency key; null if there is none. */
  readonly claim: ClaimRow | null;
  readonly threads: readonly ThreadSnapshot[];
}

/** The data that a step reads. The conversations in it stay locked until the step's changes are written. */
export interface InboxNeeds {
  readonly connectionIds: readonly string[];
  readonly keyHashes?: readonly string[];
  /** The ids of threads, as their connection names them. */
  readonly threadIds?: readonly string[];
  readonly conversationIds?: readonly string[];
  readonly draftId?: string;
  readonly outboxId?: string;
  readonly claimKey?: string;
  /** Messages to read by id. With a `threadId`, only that thread is searched. */
  readonly namedMessages?: readonly { readonly messageId: string; readonly threadId: string | null }[];
  /**
   * Threads whose newest messages are read; if omitted, all of them. A thread's messages are always read if something
   * other than a step changed its conversation.
   */
  readonly messagesOfThreads?: readonly string[];
  /** The id of a connection. All threads of the connection that are held or have a `ready` item are read. */
  readonly openThreadsOf?: string;
  readonly withUsage?: boolean;
  /** Whether the step may charge a unit. If true, the month's counter stays locked. */
  readonly isCharging?: boolean;
}

/** Everything that a step writes, in one commit. */
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
  /** The proposals in drafts, and how creators handled those proposals. Only the first outcome of each draft counts. */
  readonly proposals: (ProposalTally & { readonly draftId: string })[];
  readonly outcomes: { readonly draftId: string; readonly outcome: ProposalOutcome }[];
  readonly charge: InboxCharge | null;
}
