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
  /** Returns a string for each part of the workspace. The string of a part changes whenever the part changes. */
  pulse(input: { workspaceId: string }): Promise<Pulse>;

  // --- the studio ---

  /** Returns a workspace's profiles, ordered by display name. */
  listProfiles(input: { workspaceId: string }): Promise<ProfileSummary[]>;
  /** Returns a profile with its draft, or null if the profile does not exist. */
  personaDraft(input: { workspaceId: string; profileId: string }): Promise<PersonaDraftRecord | null>;
  /**
   * Stores a new state of the draft and the change that led to it, unless the draft's version has changed in the
   * meantime.
   */
  saveDraft(input: SaveDraft): Promise<DraftSaved>;
  /** Publishes the draft, unless the version of the draft or of the live persona has changed in the meantime. */
  publishDraft(input: PublishDraft): Promise<DraftSaved>;
  /**
   * Returns changes, newest first. If `version` is given, returns only that version's change. Lists leave out the whole
   * personas that imports, discards and publications stored: their `before` is `""`.
   */
  personaChanges(input: {
    workspaceId: string;
    profileId: string;
    version: number | null;
    limit: number;
  }): Promise<PersonaChange[]>;

  // --- conversations ---

  /**
   * Returns the conversations that await the creator: urgent first, then high, then normal; within each, the longest
   * waiting first. `total` counts all of them.
   */
  reviewQueue(input: { workspaceId: string; limit: number }): Promise<{ total: number; conversations: ReviewRecord[] }>;
  /**
   * Returns one page of an inbox tab: its conversations that match the filters, in the requested order. Every
   * conversation is in exactly one tab.
   */
  inboxPage(input: InboxQuery): Promise<InboxPageRecord>;
  /** Returns a conversation with its last messages and its drafts, or null if it does not exist. */
  thread(input: { workspaceId: string; conversationId: string; messages: number }): Promise<ThreadRecord | null>;
  /** Stores a person's edit of a draft. An empty edit is removed. Returns false if the conversation does not exist. */
  saveReply(input: { workspaceId: string; conversationId: string; reply: string; by: string }): Promise<boolean>;
  /**
   * Returns a profile's most recently active conversations with their latest inbound message and the 40 messages before
   * it.
   */
  recentThreads(input: { workspaceId: string; profileId: string; limit: number }): Promise<RecentThread[]>;

  // --- test cases ---

  /** Returns a workspace's test cases, newest first. */
  listTestCases(input: { workspaceId: string }): Promise<TestCaseRecord[]>;
  /**
   * Stores a test case. Returns null if the profile does not exist, or if the workspace already has `max` test cases.
   */
  saveTestCase(input: NewTestCase & { max: number }): Promise<TestCaseRecord | null>;
  removeTestCase(input: { workspaceId: string; caseId: string }): Promise<boolean>;

  // --- counts ---

  /** Returns counts for the last days, including today. */
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
  /** The draft's version; 0 before the first change. */
  readonly version: number;
  /** Null if there is no draft that differs from the live persona. */
  readonly draft: Persona | null;
  /** The revision of the persona that was live when the draft began; null if there is no draft. */
  readonly baseRevision: string | null;
  readonly updatedAt: EpochMs | null;
  readonly updatedBy: string | null;
  /** The time by the store's clock. */
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
  /** The item or section before and after the change, as JSON text; null if there was none. */
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
  /** The draft's version that the change was based on. */
  readonly version: number;
  readonly change: NewChange;
}

export interface SaveDraft extends DraftWrite {
  /** The draft's new persona. Null discards the draft and keeps the live persona. */
  readonly draft: Persona | null;
  readonly baseRevision: string | null;
  /** How many items and sections differ from the live persona. */
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
  /** Oldest first. Includes deleted messages, without their bodies. */
  readonly thread: readonly MessageRow[];
  /** Stored drafts, newest first, at most 20. A draft from an earlier epoch is `superseded`. */
  readonly drafts: readonly DraftRow[];
  /** Outbox items that have not ended, without their texts. */
  readonly outbox: readonly { readonly outboxId: string; readonly draftId: string; readonly state: OutboxState }[];
  readonly lock: {
    readonly connectionId: string;
    readonly lockedUntil: EpochMs | null;
    readonly held: 'allowance' | 'paused' | null;
  } | null;
  /**
   * The conversation's last draft that is still stored, with its idempotency key. `response` and `trace` are JSON
   * texts.
   */
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
  /** The earlier messages, as JSON text. */
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
    /** The day, as `YYYY-MM-DD` in UTC. */
    readonly day: string;
    readonly source: 'api' | 'inbox' | 'page';
    /** The decision's intent; empty if the reply was charged without a draft. The same applies to `riskLevel`. */
    readonly intent: string;
    readonly riskLevel: string;
    readonly count: number;
  }[];
  /** The number of notifications in each state. */
  readonly deliveries: Readonly<Record<string, number>>;
}
