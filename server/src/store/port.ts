import type { Actor, Scope } from '../domain/actor.ts';
import type { Contact, ConversationState, Direction, HistoryMessage, Relationship } from '../domain/conversation.ts';
import type { ModelUse } from '../domain/language-model.ts';
import type { HandoffVerdict, NotificationSettings } from '../domain/notification.ts';
import type { EpochMs, PeriodName } from '../domain/period.ts';
import type { Persona } from '../domain/persona.ts';
import type { PlanName } from '../domain/plan.ts';
import type { ActiveStatus, WorkspaceDocument, WorkspaceEntry } from '../domain/workspace-document.ts';
import type { AccountStore } from './account-port.ts';
import type { ConsoleStore } from './console-port.ts';

/**
 * The one port to stored state. Each operation is a whole business step: atomic, one round trip on PostgreSQL, one
 * savepoint of a group commit on SQLite, and acknowledged only once it is durable. The store's clock decides every
 * time. Operations confined to a workspace name it, and can neither see nor change anything of another.
 * Every operation throws `StoreUnavailable` when it could not be carried out and left nothing behind.
 */
export interface Store extends AccountStore, ConsoleStore {
  readonly kind: 'sqlite' | 'postgres';

  /** Resolves when the store can read and write now; throws `StoreUnavailable` with the reason otherwise. */
  check(): Promise<void>;
  /** Finishes what is under way, then lets go of every resource. Idempotent. */
  close(): Promise<void>;

  // --- keys and limits ---

  /**
   * Judges a request's credential in the contract's order: address limit, key, origin, workspace, requests per
   * minute. Counts a refused token against the address and an authenticated request against the key, both in sliding
   * windows of 60 s; a refused request does not count against its own limit again.
   */
  authenticate(input: AuthenticateInput): Promise<AuthenticateResult>;
  /** Adds up uses of keys that were noted in memory: last used, and how many requests. Unknown keys are ignored. */
  touchKeys(uses: readonly KeyUse[]): Promise<void>;
  /** @throws OperatorError when the workspace does not exist. */
  createKey(input: NewKey): Promise<KeyRecord>;
  /** Keys of one workspace, or of all, newest first. */
  listKeys(input: { workspaceId: string | null }): Promise<KeyRecord[]>;
  /** Null when there is no such key. Revoking a revoked key changes nothing. */
  revokeKey(input: { keyId: string }): Promise<KeyRecord | null>;
  /** Makes a successor with the same workspace, name, scopes and lifetime; the old key expires after the overlap, or earlier if it was to. Null when there is no such key, or it is revoked or expired. */
  rotateKey(input: {
    keyId: string;
    successorId: string;
    successorHash: string;
    successorLastFour?: string;
    overlapMs: number;
  }): Promise<{ previous: KeyRecord; successor: KeyRecord } | null>;

  // --- exactly-once writes ---

  /**
   * Step 12 to 14 of the contract for a draft: replays, refuses, or takes the lease, checks profile and conversation,
   * and reserves one reply of the month's allowance. A lease whose time ran out is taken over on the same charge and
   * period. A refusal after step 12 keeps only the hash of the input.
   */
  admitDraft(input: AdmitDraftInput): Promise<AdmitDraftResult>;
  /** The same for a handoff: no charge; the conversation must have an inbound message. */
  admitHandoff(input: AdmitHandoffInput): Promise<AdmitHandoffResult>;
  /** Stores the response and its trace for replay, for `retentionMs` from now, and ends the lease. */
  settleDraft(input: SettleDraftInput): Promise<SettleResult>;
  /** Sets the conversation to `awaiting_owner`, queues the notification and stores the response, all in one commit. */
  settleHandoff(input: SettleHandoffInput): Promise<SettleResult>;
  /** Prolongs a held lease to `leaseMs` from now. False when the lease was lost. */
  renewLease(input: LeaseRef & { leaseMs: number }): Promise<boolean>;
  /** Ends a held lease without a response and returns its charge to the period it came from. False when the lease was lost. */
  releaseWrite(input: LeaseRef): Promise<boolean>;
  /**
   * What a draft that takes no lease rests on; nothing is written. Null where anything stands in its way (a record under
   * its key, a missing profile or conversation, a used-up allowance), or a language model may word it: then `admitDraft` judges.
   */
  prepareDraft(input: PrepareDraftInput): Promise<DraftContext | null>;
  /**
   * Judges a prepared draft anew, as `admitDraft` does, then charges it and stores its response, all in one commit: of any
   * number of drafts of one key, one is stored and charged, and the others get what it stored.
   */
  storeDraft(input: StoreDraftInput): Promise<StoreDraftResult>;
  /** The trace kept with a stored draft; null when there is none (any more). JSON text. */
  draftTrace(input: { workspaceId: string; idempotencyKey: string }): Promise<string | null>;

  // --- reads ---

  /** The active profile of the workspace, or null. */
  profile(input: { workspaceId: string; profileId: string }): Promise<ProfileRecord | null>;
  /** The current period's usage, or null when the workspace does not exist. Leases that ran out 60 s ago are swept first. */
  usage(input: { workspaceId: string; monthlyReplies: MonthlyReplies }): Promise<UsageRecord | null>;
  /** Charges one reply of another source, once per (source, id), under the same limit; an inactive workspace is charged nothing. */
  recordUsage(input: {
    workspaceId: string;
    source: 'inbox' | 'page';
    externalId: string;
    monthlyReplies: MonthlyReplies;
  }): Promise<RecordUsageResult>;

  // --- workspaces and conversations ---

  /** Those of the given ids that are profiles of the workspace, active or not, in any order; none of a workspace that does not exist. */
  knownProfiles(input: { workspaceId: string; profileIds: readonly string[] }): Promise<string[]>;
  /**
   * Upserts a validated document by id in one transaction, all or nothing; a dry run rolls back. What an entry leaves
   * out is kept, a persona too; a given persona replaces the stored one whole, and null clears `monthlyReplies` and
   * `notifications`. Progress counts messages.
   */
  importDocument(
    document: WorkspaceDocument,
    options: { forceState: boolean; dryRun: boolean },
    onProgress?: (done: number, total: number) => void,
  ): Promise<ImportSummary>;
  /** One workspace in the document's form, whole; null when it does not exist. */
  exportWorkspace(input: { workspaceId: string }): Promise<WorkspaceEntry | null>;
  listWorkspaces(): Promise<WorkspaceSummary[]>;
  /** Newest activity first. */
  listConversations(input: {
    workspaceId: string;
    state: ConversationState | null;
    limit: number;
  }): Promise<ConversationSummary[]>;
  /** Appends messages in order, in one commit; each is answered for itself. An inbound message reopens a closed conversation. */
  appendMessages(input: { workspaceId: string; messages: readonly AppendedMessage[] }): Promise<AppendOutcome[]>;
  /** `resolve` puts a conversation back to open whatever its state, `close` closes any. Null when it does not exist. */
  setConversationState(input: {
    workspaceId: string;
    conversationId: string;
    action: 'resolve' | 'close';
  }): Promise<{ before: ConversationState; after: ConversationState } | null>;

  // --- notifications ---

  /** Newest first. */
  listNotifications(input: { workspaceId: string; limit: number }): Promise<NotificationRecord[]>;
  /** Workspaces that have a notification due now, at most `limit`. */
  workspacesWithDueNotifications(input: { limit: number }): Promise<string[]>;
  /** Claims due notifications of one workspace for `claimMs`: no two claimers get the same one at the same time. */
  claimNotifications(input: { workspaceId: string; limit: number; claimMs: number }): Promise<ClaimedNotification[]>;
  /** Records the outcome of a claimed delivery. False when the claim was lost. */
  settleNotification(input: SettleNotificationInput): Promise<boolean>;
  /** Puts a failed notification back in the queue, due now. False when there is none such. */
  retryNotification(input: { workspaceId: string; notificationId: string }): Promise<boolean>;
  /** Where a workspace's notifications go now, for a trial; null when it does not exist. */
  notificationTarget(input: { workspaceId: string }): Promise<NotificationTarget | null>;
  /** Sets a workspace's webhook signing secret, in the form `whsec_…`. False when the workspace does not exist. */
  setWebhookSecret(input: { workspaceId: string; secret: string }): Promise<boolean>;

  // --- retention ---

  /** Removes stored responses past their time and sweeps leases 60 s past theirs, in small commits. */
  purge(): Promise<{ responses: number; leases: number }>;
  /**
   * Removes, in small commits: messages sent more than `conversationMs` ago, with the conversations that have had none
   * since (null keeps all); finished notifications after 90 days; the ids of charges after 13 months. Counts stay.
   */
  expire(input: { conversationMs: number | null }): Promise<Expired>;
  /** The conversations of a handle (lower case, without @; null: none) and those named by their ids, with what hangs on each, in order. */
  contactConversations(input: {
    workspaceId: string;
    handle: string | null;
    conversationIds: readonly string[];
  }): Promise<ContactConversation[]>;
  /**
   * Removes conversations with all that hangs on them, in small commits that may be repeated; what is in work on one of
   * them is not stored any more, and its unit goes back. Counts of finished work stay.
   */
  forgetConversations(input: { workspaceId: string; conversationIds: readonly string[] }): Promise<Forgotten>;
  /** Makes what was removed unreadable in the store's files, as far as the store can; says what was done. */
  scrub(): Promise<string>;
}

export interface Expired {
  readonly messages: number;
  readonly conversations: number;
  readonly notifications: number;
  readonly charges: number;
}

export interface ContactConversation {
  readonly conversationId: string;
  readonly channel: string | null;
  readonly messages: number;
  readonly notifications: number;
  /** Idempotency records, with their stored answers and traces. */
  readonly responses: number;
}

export interface Forgotten {
  readonly conversations: number;
  readonly messages: number;
  readonly notifications: number;
  readonly responses: number;
}

export type MonthlyReplies = Readonly<Record<PlanName, number>>;

export interface AuthenticateInput {
  /** An IPv4 address, or the /64 of an IPv6 address. */
  readonly address: string;
  /** `hash` is the SHA-256 of the token in hex; a mistyped token failed its own checksum. */
  readonly credential:
    | { readonly kind: 'key'; readonly hash: string }
    | { readonly kind: 'mistyped' }
    | { readonly kind: 'none' };
  /** True when this process verified the key within the last minute: the address limit does not apply. */
  readonly isRecentlyVerified: boolean;
  /** The Origin header, unless there is none or it is the service's own. */
  readonly origin: string | null;
  readonly failuresPerMinute: number;
  readonly requestsPerMinute: Readonly<Record<PlanName, number>>;
}

export type AuthenticateResult =
  | { readonly outcome: 'address_limited'; readonly retryAfterSeconds: number }
  | { readonly outcome: 'credential_missing' }
  | { readonly outcome: 'key_invalid' }
  | { readonly outcome: 'origin_rejected'; readonly actor: Actor }
  | { readonly outcome: 'workspace_inactive'; readonly actor: Actor }
  | { readonly outcome: 'rate_limited'; readonly actor: Actor; readonly retryAfterSeconds: number }
  | { readonly outcome: 'authenticated'; readonly actor: Actor };

export interface KeyUse {
  readonly workspaceId: string;
  readonly keyId: string;
  readonly lastUsedAt: EpochMs;
  readonly requests: number;
}

export interface NewKey {
  readonly keyId: string;
  readonly keyHash: string;
  /** The key's last four characters, so that a list can tell it apart. */
  readonly lastFour?: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Milliseconds from now; null for a key without an end. */
  readonly lifetimeMs: number | null;
}

export interface KeyRecord {
  readonly keyId: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: EpochMs;
  readonly expiresAt: EpochMs | null;
  readonly revokedAt: EpochMs | null;
  readonly lastUsedAt: EpochMs | null;
  readonly requests: number;
  /** The key that replaced this one by rotation. */
  readonly successorId: string | null;
  /** Null for a key that was made before they were kept. */
  readonly lastFour: string | null;
}

export interface AdmitInput {
  readonly workspaceId: string;
  readonly idempotencyKey: string;
  /** `canonicalHash` of the validated input. */
  readonly inputHash: string;
  /** Random; whoever holds it may settle, renew or release. */
  readonly leaseToken: string;
  readonly leaseMs: number;
  /** How long the hash of the input (and later the response) is kept. */
  readonly retentionMs: number;
}

export interface AdmitDraftInput extends AdmitInput, DraftRef {
  /** The revision of the persona that the caller already has, so that it need not be sent again. */
  readonly knownRevision: string | null;
}

export interface AdmitHandoffInput extends AdmitInput {
  readonly conversationId: string;
}

export interface DraftRef {
  readonly workspaceId: string;
  readonly idempotencyKey: string;
  readonly profileId: string;
  readonly conversationId: string | null;
  readonly monthlyReplies: MonthlyReplies;
}

export interface PrepareDraftInput extends DraftRef {
  /** As in `AdmitDraftInput`. */
  readonly knownRevision: string | null;
}

export interface StoreDraftInput extends DraftRef {
  /** `canonicalHash` of the validated input. */
  readonly inputHash: string;
  /** JSON text, stored and replayed byte for byte. */
  readonly response: string;
  readonly trace: string;
  readonly retentionMs: number;
  /** What was decided, counted once with the response. */
  readonly tally: { readonly intent: string; readonly riskLevel: string };
}

export interface DraftContext {
  readonly now: EpochMs;
  readonly revision: string;
  /** Null when `knownRevision` is the current one. */
  readonly profile: ProfileRecord | null;
  readonly conversation: ConversationContext | null;
}

/** What refuses a draft, whichever way it takes. */
export type DraftRefusal =
  | WriteRefusal
  | { readonly outcome: 'profile_not_found' }
  | { readonly outcome: 'conversation_not_found' }
  | { readonly outcome: 'allowance_used'; readonly renewsAt: EpochMs };

export type StoreDraftResult = { readonly outcome: 'stored' } | DraftRefusal;

export type WriteRefusal =
  | { readonly outcome: 'replay'; readonly response: string }
  | { readonly outcome: 'reused' }
  | { readonly outcome: 'in_progress'; readonly retryAfterSeconds: number };

export type AdmitDraftResult =
  | DraftRefusal
  | (DraftContext & {
      readonly outcome: 'admitted';
      /** The workspace lets a language model word its replies. */
      readonly usesModel: boolean;
    });

export type AdmitHandoffResult =
  | WriteRefusal
  | { readonly outcome: 'conversation_not_found' }
  | {
      readonly outcome: 'admitted';
      readonly now: EpochMs;
      /** Active or not: a handoff is always possible. */
      readonly profile: ProfileRecord;
      readonly conversation: ConversationContext;
    };

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
  readonly channel: string | null;
  readonly contact: Contact | null;
  readonly relationship: Relationship | null;
  /** The last 40 by time, oldest first. */
  readonly messages: readonly HistoryMessage[];
  /** The latest inbound message of all, also when it is older than the last 40. Only a handoff needs it; null on a draft. */
  readonly latestInbound: HistoryMessage | null;
}

export interface LeaseRef {
  readonly workspaceId: string;
  readonly operation: 'draft' | 'handoff';
  readonly idempotencyKey: string;
  readonly leaseToken: string;
}

export interface SettleDraftInput extends LeaseRef {
  readonly operation: 'draft';
  /** JSON text, stored and replayed byte for byte. */
  readonly response: string;
  readonly trace: string;
  readonly retentionMs: number;
  /** Added to the period's counts when the response is stored. Null: no model was to word it. */
  readonly modelUse?: ModelUse | null;
  /** What was decided, counted once with the response. */
  readonly tally?: { readonly intent: string; readonly riskLevel: string } | null;
}

export interface SettleHandoffInput extends LeaseRef {
  readonly operation: 'handoff';
  readonly conversationId: string;
  readonly notificationId: string;
  readonly verdict: HandoffVerdict;
  readonly response: string;
  readonly retentionMs: number;
}

/** `lost`: another holder took the lease over; `response` is what it stored, or null while it still works. */
export type SettleResult =
  | { readonly outcome: 'stored' }
  | { readonly outcome: 'lost'; readonly response: string | null };

export interface UsageRecord {
  readonly plan: PlanName;
  readonly limit: number;
  /** Charged and reserved replies of the period, all sources. */
  readonly used: number;
  readonly period: { readonly name: PeriodName; readonly startsAt: EpochMs; readonly endsAt: EpochMs };
  readonly totals: { readonly drafts: number; readonly replays: number; readonly handoffs: number };
  readonly bySource: { readonly api: number; readonly inbox: number; readonly page: number };
  /** What language models did in the period; null when none was to word a reply. */
  readonly model: ModelTotals | null;
}

export interface ModelTotals {
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly milliseconds: number;
  /** Drafts by how the model's part ended: `used`, or why its words were not. */
  readonly outcomes: Readonly<Record<string, number>>;
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
  /** Conversations whose state in the document was not taken over because they await their creator. */
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
  /** Whether a language model may word its replies. */
  readonly usesModel: boolean;
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
}

export interface AppendedMessage {
  readonly conversationId: string;
  /** Needed only where the conversation is new. */
  readonly profileId: string | null;
  readonly channel: string | null;
  readonly contact: Contact | null;
  readonly messageId: string | null;
  readonly direction: Direction;
  readonly senderType: string | null;
  readonly body: string;
  /** Null: now. */
  readonly sentAt: EpochMs | null;
}

export type AppendOutcome = 'appended' | 'duplicate' | 'conversation_not_found' | 'profile_not_found';

export type NotificationState = 'queued' | 'delivering' | 'delivered' | 'failed';
export type NotificationChannel = 'log' | 'webhook' | 'email';

export interface ChannelDelivery {
  readonly deliveredAt: EpochMs | null;
  readonly attempts: number;
  /** Ours, for the operator: never a remote's words. */
  readonly lastError: string | null;
  /** Set once nothing more is tried here, until the operator retries the notification; kept by the store as it is. */
  readonly gaveUpAt?: EpochMs | null;
}

export interface NotificationRecord {
  readonly notificationId: string;
  readonly conversationId: string;
  readonly state: NotificationState;
  readonly verdict: HandoffVerdict;
  readonly createdAt: EpochMs;
  readonly attempts: number;
  readonly nextAttemptAt: EpochMs | null;
  readonly deliveredAt: EpochMs | null;
  readonly channels: Readonly<Partial<Record<NotificationChannel, ChannelDelivery>>>;
}

export interface NotificationTarget {
  readonly workspaceName: string;
  readonly settings: NotificationSettings | null;
  readonly webhookSecret: string | null;
}

export interface ClaimedNotification extends NotificationRecord, NotificationTarget {
  readonly workspaceId: string;
  readonly claimToken: string;
  readonly profileId: string;
  readonly displayName: string;
  readonly channel: string | null;
  readonly contact: Contact | null;
  /** The latest inbound message, only when the settings include it. */
  readonly message: string | null;
}

export interface SettleNotificationInput {
  readonly workspaceId: string;
  readonly notificationId: string;
  readonly claimToken: string;
  readonly channels: Readonly<Partial<Record<NotificationChannel, ChannelDelivery>>>;
  /** `retry` becomes due again after `delayMs`. */
  readonly result:
    | { readonly kind: 'delivered' }
    | { readonly kind: 'failed' }
    | { readonly kind: 'retry'; readonly delayMs: number };
}
