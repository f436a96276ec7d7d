import type { Contact, HistoryMessage, Relationship } from '../domain/conversation.ts';
import type { DraftRow, MessageRow, OutboxState } from '../domain/inbox/rows.ts';
import type { EpochMs } from '../domain/period.ts';
import type { Persona } from '../domain/persona.ts';
import type { ActiveStatus } from '../domain/workspace-document.ts';
import type { InboxPageRecord, InboxQuery, ReviewRecord } from './inbox-page-port.ts';
import type { WorkspaceSummary } from './workspace-port.ts';

/** The console's data in one workspace. */
export interface ConsoleStore {
  workspace(input: { workspaceId: string }): Promise<WorkspaceSummary | null>;
  /** A text for each part of the workspace; the text changes when the part does. */
  pulse(input: { workspaceId: string }): Promise<Pulse>;

  // --- the studio ---

  /** Ordered by display name. */
  listProfiles(input: { workspaceId: string }): Promise<ProfileSummary[]>;
  /** A profile with its draft; null if the profile does not exist. */
  personaDraft(input: { workspaceId: string; profileId: string }): Promise<PersonaDraftRecord | null>;
  /** Stores a new state of the draft and the change that led to it, unless the draft has another version by now. */
  saveDraft(input: SaveDraft): Promise<DraftSaved>;
  /** Publishes the draft, unless the draft or the live persona has another version by now. */
  publishDraft(input: PublishDraft): Promise<DraftSaved>;
  /**
   * Changes, newest first; only the change of one version if a version is given. Lists omit the whole personas stored
   * by imports, discards and publications: their `before` is `""`.
   */
  personaChanges(input: {
    workspaceId: string;
    profileId: string;
    version: number | null;
    limit: number;
  }): Promise<PersonaChange[]>;

  // --- conversations ---

  /**
   * Awaiting the creator: urgent first, then high, then normal; within each, the longest waiting first. `total` counts
   * all.
   */
  reviewQueue(input: { workspaceId: string; limit: number }): Promise<{ total: number; conversations: ReviewRecord[] }>;
  /**
   * One page of the inbox: the conversations of a tab that match the filters, in order. Every conversation is in
   * exactly one tab.
   */
  inboxPage(input: InboxQuery): Promise<InboxPageRecord>;
  /** Returns null if the conversation does not exist. */
  thread(input: { workspaceId: string; conversationId: string; messages: number }): Promise<ThreadRecord | null>;
  /** Stores a person's edit of a draft; an empty one is removed. Returns false if the conversation does not exist. */
  saveReply(input: { workspaceId: string; conversationId: string; reply: string; by: string }): Promise<boolean>;
  /**
   * The most recently active conversations of a profile that have an inbound message, each with the 40 messages before
   * it.
   */
  recentThreads(input: { workspaceId: string; profileId: string; limit: number }): Promise<RecentThread[]>;

  // --- test cases ---

  /** Newest first. */
  listTestCases(input: { workspaceId: string }): Promise<TestCaseRecord[]>;
  /** Returns false if the profile does not exist, or the workspace has `max` of them. */
  saveTestCase(input: NewTestCase & { max: number }): Promise<TestCaseRecord | null>;
  removeTestCase(input: { workspaceId: string; caseId: string }): Promise<boolean>;

  // --- counts ---

  /** Counts of the last days, including today. */
  activity(input: { workspaceId: string; days: number }): Promise<ActivityRecord>;
}

export interface Pulse {
  readonly review: string;
  readonly deliveries: string;
  readonly persona: string;
}

export interface ProfileSummary {
  readonly profileId: string;
  readonly displayName: string;
  readonly status: ActiveStatus;
  readonly facts: number;
  readonly offers: number;
  readonly phrases: number;
  readonly unpublished: number;
}

export interface PersonaDraftRecord {
  readonly profileId: string;
  readonly displayName: string;
  readonly status: ActiveStatus;
  readonly published: Persona;
  readonly publishedRevision: string;
  /** 0 before the first change. */
  readonly version: number;
  /** Null if nothing differs from the live persona. */
  readonly draft: Persona | null;
  /** The persona that was live when the draft began. */
  readonly baseRevision: string | null;
  readonly updatedAt: EpochMs | null;
  readonly updatedBy: string | null;
  /** The store's clock. */
  readonly now: EpochMs;
}

export type ChangeAction = 'add' | 'change' | 'remove' | 'about' | 'import' | 'discard' | 'undo' | 'publish';

export interface NewChange {
  readonly accountId: string | null;
  readonly by: string;
  readonly action: ChangeAction;
  readonly itemKind: 'fact' | 'offer' | 'phrase' | null;
  readonly itemId: string | null;
  readonly title: string;
  /** JSON text. */
  readonly before: string | null;
  readonly after: string | null;
  readonly conversationId: string | null;
}

export interface PersonaChange extends NewChange {
  readonly version: number;
  readonly at: EpochMs;
}

interface DraftWrite {
  readonly workspaceId: string;
  readonly profileId: string;
  /** The version that the change was based on. */
  readonly version: number;
  readonly change: NewChange;
}

export interface SaveDraft extends DraftWrite {
  /** Null reverts to the live persona. */
  readonly draft: Persona | null;
  readonly baseRevision: string | null;
  /** How many parts differ from the live persona. */
  readonly unpublished: number;
}

export interface PublishDraft extends DraftWrite {
  readonly publishedRevision: string;
  readonly persona: Persona;
  readonly revision: string;
}

export type DraftSaved =
  | { readonly outcome: 'saved'; readonly version: number; readonly at: EpochMs }
  | { readonly outcome: 'conflict' }
  | { readonly outcome: 'not_found' };

export interface ThreadRecord {
  readonly conversation: ReviewRecord;
  readonly relationship: Relationship | null;
  /** Oldest first. Includes deleted messages, without a body. */
  readonly thread: readonly MessageRow[];
  /** Stored drafts, newest first, at most 20. A draft that a newer epoch replaced is `superseded`. */
  readonly drafts: readonly DraftRow[];
  /** Items that have not ended, without their texts. */
  readonly outbox: readonly { readonly outboxId: string; readonly draftId: string; readonly state: OutboxState }[];
  readonly lock: {
    readonly connectionId: string;
    readonly lockedUntil: EpochMs | null;
    readonly held: 'allowance' | 'paused' | null;
  } | null;
  /** The last draft of the conversation that is still stored, with its idempotency key. JSON texts. */
  readonly stored: {
    readonly key: string;
    readonly response: string;
    readonly trace: string;
    readonly expiresAt: EpochMs;
  } | null;
  readonly edited: { readonly reply: string; readonly by: string; readonly at: EpochMs } | null;
  readonly now: EpochMs;
}

export interface RecentThread {
  readonly conversationId: string;
  readonly contact: Contact | null;
  readonly relationship: Relationship | null;
  readonly message: string;
  readonly sentAt: EpochMs;
  /** The messages before this one, oldest first. */
  readonly history: readonly HistoryMessage[];
}

export interface NewTestCase {
  readonly workspaceId: string;
  readonly caseId: string;
  readonly profileId: string;
  readonly name: string;
  readonly message: string;
  /** JSON text. */
  readonly history: string;
  readonly expected: string | null;
  readonly by: string;
}

export interface TestCaseRecord extends Omit<NewTestCase, 'workspaceId'> {
  readonly createdAt: EpochMs;
}

export interface ActivityRecord {
  readonly now: EpochMs;
  readonly counts: readonly {
    /** `YYYY-MM-DD` in UTC. */
    readonly day: string;
    readonly source: 'api' | 'inbox' | 'page';
    /** Empty except for drafts. */
    readonly intent: string;
    readonly riskLevel: string;
    readonly count: number;
  }[];
  /** Notifications by their state. */
  readonly deliveries: Readonly<Record<string, number>>;
}
