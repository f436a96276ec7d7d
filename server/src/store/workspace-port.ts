import type { Contact, ConversationState, Direction, HistoryMessage, Relationship } from '../domain/conversation.ts';
import type { NotificationSettings } from '../domain/notification-settings.ts';
import type { EpochMs } from '../domain/period.ts';
import type { Persona } from '../domain/persona.ts';
import type { PlanName } from '../domain/plan.ts';
import type { UsageRecord } from '../domain/usage.ts';
import type { ActiveStatus, WorkspaceDocument, WorkspaceEntry } from '../domain/workspace-document.ts';

/**
 * Workspaces: profiles, usage, conversations, and import and export of documents. `Store` extends this interface, so
 * its guarantees apply.
 */
export interface WorkspaceStore {
  /** Returns an active profile of the workspace, or null if there is none with this id. */
  profile(input: { workspaceId: string; profileId: string }): Promise<ProfileRecord | null>;
  /**
   * Returns the usage in the current period, or null if the workspace does not exist. Before that, ends leases that
   * expired more than 60 s ago.
   */
  usage(input: { workspaceId: string; monthlyReplies: MonthlyReplies }): Promise<UsageRecord | null>;
  /**
   * Charges one reply from an inbox or a Page, once for each source and id. The same limit applies to all sources. An
   * inactive workspace is not charged.
   */
  recordUsage(input: {
    workspaceId: string;
    source: 'inbox' | 'page';
    externalId: string;
    monthlyReplies: MonthlyReplies;
  }): Promise<RecordUsageResult>;

  /**
   * Returns those of the given ids that belong to a profile of the workspace, active or not, in any order. Returns none
   * if the workspace does not exist.
   */
  knownProfiles(input: { workspaceId: string; profileIds: readonly string[] }): Promise<string[]>;
  /**
   * Creates or updates the contents of a validated document by id in one transaction. A dry run rolls it back. Fields
   * that an entry omits keep their values, including a persona. A given persona replaces the stored one entirely, and
   * null clears `monthlyReplies` and `notifications`. Progress counts messages.
   */
  importDocument(
    document: WorkspaceDocument,
    options: { forceState: boolean; dryRun: boolean },
    onProgress?: (done: number, total: number) => void,
  ): Promise<ImportSummary>;
  /** Returns a whole workspace as an entry of a workspace document, or null if it does not exist. */
  exportWorkspace(input: { workspaceId: string }): Promise<WorkspaceEntry | null>;
  listWorkspaces(): Promise<WorkspaceSummary[]>;
  /** Returns a workspace's conversations, most recently active first. */
  listConversations(input: {
    workspaceId: string;
    state: ConversationState | null;
    limit: number;
  }): Promise<ConversationSummary[]>;
  /**
   * Appends messages in order, in one commit, with one outcome for each. An inbound message reopens a closed
   * conversation.
   */
  appendMessages(input: { workspaceId: string; messages: readonly AppendedMessage[] }): Promise<AppendOutcome[]>;
  /**
   * `resolve` opens a conversation, and `close` closes it, regardless of its state. Returns null if the conversation
   * does not exist.
   */
  setConversationState(input: {
    workspaceId: string;
    conversationId: string;
    action: 'resolve' | 'close';
  }): Promise<{ before: ConversationState; after: ConversationState } | null>;
}

export type MonthlyReplies = Readonly<Record<PlanName, number>>;

export interface ProfileRecord {
  readonly profileId: string;
  readonly displayName: string;
  /** Changes whenever the display name, the status or the persona changes. */
  readonly revision: string;
  readonly persona: Persona;
}

export interface ConversationContext {
  readonly conversationId: string;
  readonly state: ConversationState;
  /** Increases whenever data that a draft may depend on changes. */
  readonly epoch: number;
  readonly channel: string | null;
  readonly contact: Contact | null;
  readonly relationship: Relationship | null;
  /** The last 40 messages by time, oldest first. */
  readonly messages: readonly HistoryMessage[];
  /** The latest inbound message, even if it is older than the last 40. Only a handoff needs it; null on a draft. */
  readonly latestInbound: HistoryMessage | null;
}

export type RecordUsageResult =
  | { readonly outcome: 'charged' }
  | { readonly outcome: 'already_charged' }
  | { readonly outcome: 'allowance_used'; readonly renewsAt: EpochMs }
  | { readonly outcome: 'workspace_not_found' }
  | { readonly outcome: 'workspace_inactive' };

export interface Tally {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
}

export interface ImportSummary {
  readonly workspaces: Tally;
  readonly profiles: Tally;
  readonly conversations: Tally;
  readonly messages: Tally;
  /** Conversations that kept their state because they await the creator, although the document gives another state. */
  readonly keptAwaiting: readonly string[];
}

export interface WorkspaceSummary {
  readonly workspaceId: string;
  readonly name: string;
  readonly plan: PlanName;
  readonly status: ActiveStatus;
  readonly monthlyReplies: number | null;
  readonly allowedOrigins: readonly string[];
  readonly notifications: NotificationSettings | null;
  /** Whether a language model may read the workspace's messages. */
  readonly usesModel: boolean;
  /** Whether a language model may also phrase the workspace's replies. */
  readonly usesWording: boolean;
  readonly profiles: number;
  readonly conversations: number;
  readonly createdAt: EpochMs;
}

export interface ConversationSummary {
  readonly conversationId: string;
  readonly profileId: string;
  readonly state: ConversationState;
  readonly channel: string | null;
  readonly contact: Contact | null;
  readonly messages: number;
  readonly lastMessageAt: EpochMs | null;
  /** Null unless the conversation came from a connected inbox. */
  readonly connectionId: string | null;
  readonly threadId: string | null;
  readonly epoch: number;
  readonly lockedUntil: EpochMs | null;
  readonly held: 'allowance' | 'paused' | null;
}

export interface AppendedMessage {
  readonly conversationId: string;
  /** Needed only for a new conversation. */
  readonly profileId: string | null;
  readonly channel: string | null;
  readonly contact: Contact | null;
  readonly messageId: string | null;
  readonly direction: Direction;
  readonly senderType: string | null;
  readonly body: string;
  /** Null means now. */
  readonly sentAt: EpochMs | null;
}

export type AppendOutcome = 'appended' | 'duplicate' | 'conversation_not_found' | 'profile_not_found';
