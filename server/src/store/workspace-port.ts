import type { Contact, ConversationState, Direction, HistoryMessage, Relationship } from '../domain/conversation.ts';
import type { NotificationSettings } from '../domain/notification-settings.ts';
import type { EpochMs } from '../domain/period.ts';
import type { Persona } from '../domain/persona.ts';
import type { PlanName } from '../domain/plan.ts';
import type { UsageRecord } from '../domain/usage.ts';
import type { ActiveStatus, WorkspaceDocument, WorkspaceEntry } from '../domain/workspace-document.ts';

/**
 * Workspaces: profiles, usage, conversations, and import and export of documents. It is part of the store and follows
 * the promises of its port.
 */
export interface WorkspaceStore {
  /** The active profile of the workspace, or null. */
  profile(input: { workspaceId: string; profileId: string }): Promise<ProfileRecord | null>;
  /**
   * The current period's usage, or null if the workspace does not exist. Leases that expired 60 s ago are swept first.
   */
  usage(input: { workspaceId: string; monthlyReplies: MonthlyReplies }): Promise<UsageRecord | null>;
  /**
   * Charges one reply of another source, once per (source, id), under the same limit. An inactive workspace is not
   * charged.
   */
  recordUsage(input: {
    workspaceId: string;
    source: 'inbox' | 'page';
    externalId: string;
    monthlyReplies: MonthlyReplies;
  }): Promise<RecordUsageResult>;

  /**
   * The given ids that are profiles of the workspace, active or not, in any order; empty for a workspace that does not
   * exist.
   */
  knownProfiles(input: { workspaceId: string; profileIds: readonly string[] }): Promise<string[]>;
  /**
   * Creates or updates a validated document by id in one transaction, all or nothing; a dry run rolls back. Fields that
   * an entry omits are kept, including a persona. A given persona replaces the stored one entirely, and null clears
   * `monthlyReplies` and `notifications`. Progress counts messages.
   */
  importDocument(
    document: WorkspaceDocument,
    options: { forceState: boolean; dryRun: boolean },
    onProgress?: (done: number, total: number) => void,
  ): Promise<ImportSummary>;
  /** One whole workspace in the document's form; null if it does not exist. */
  exportWorkspace(input: { workspaceId: string }): Promise<WorkspaceEntry | null>;
  listWorkspaces(): Promise<WorkspaceSummary[]>;
  /** Newest activity first. */
  listConversations(input: {
    workspaceId: string;
    state: ConversationState | null;
    limit: number;
  }): Promise<ConversationSummary[]>;
  /**
   * Appends messages in order, in one commit, with one answer for each. An inbound message reopens a closed
   * conversation.
   */
  appendMessages(input: { workspaceId: string; messages: readonly AppendedMessage[] }): Promise<AppendOutcome[]>;
  /**
   * `resolve` reopens a conversation in any state; `close` closes any. Returns null if the conversation does not exist.
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
  /** Changes whenever display name, status or persona change. */
  readonly revision: string;
  readonly persona: Persona;
}

export interface ConversationContext {
  readonly conversationId: string;
  readonly state: ConversationState;
  /** Grows with any data that a draft may depend on. */
  readonly epoch: number;
  readonly channel: string | null;
  readonly contact: Contact | null;
  readonly relationship: Relationship | null;
  /** The last 40 by time, oldest first. */
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
  /** Conversations that kept their state because they await their creator, although the document has another. */
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
  /** Whether a language model may read its messages. */
  readonly usesModel: boolean;
  /** Whether a language model may also phrase its replies. */
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
  /** Null unless a connected inbox brought it. */
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
