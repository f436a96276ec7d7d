import type { ConnectionRecord } from '../domain/inbox/connection.ts';
import type { DraftRow, OutboxRow } from '../domain/inbox/rows.ts';
import type { StepAnswer, StepInput, StepName } from '../domain/inbox/steps.ts';
import type { EpochMs } from '../domain/period.ts';

/**
 * Connected inboxes: incoming messages, drafts for them, and the replies that other programs will send. `Store` extends
 * this interface, so its guarantees apply.
 */
export interface InboxStore {
  /**
   * Performs one step of a connected inbox in one commit. Nothing else changes the step's conversations in the
   * meantime.
   */
  inboxStep<Name extends StepName>(input: {
    workspaceId: string;
    name: Name;
    input: StepInput<Name>;
  }): Promise<StepAnswer<Name>>;
  /**
   * Returns the connection that a receiver belongs to, and the time by the store's clock. Returns null if the
   * connection does not exist or was removed.
   */
  receiver(input: {
    receiverId: string;
  }): Promise<(ConnectionRecord & { readonly workspaceId: string; readonly now: EpochMs }) | null>;
  /** Returns all connections that were not removed, ordered by id, or null if the workspace does not exist. */
  listConnections(input: { workspaceId: string }): Promise<ConnectionRecord[] | null>;
  /** Returns at most `limit` workspaces with a thread that is due, the longest waiting first. */
  workspacesWithWakingThreads(input: { limit: number }): Promise<string[]>;
  /** Returns the conversations of threads that are due, the longest waiting first. */
  wakingThreads(input: { workspaceId: string; limit: number }): Promise<string[]>;
  /** Returns workspaces with threads that have been held for less than a day. */
  workspacesWithHeldThreads(input: { limit: number }): Promise<string[]>;
  /**
   * Returns the conversations of threads that have been held for less than a day and whose connection is not paused,
   * newest first.
   */
  heldThreads(input: { workspaceId: string; limit: number }): Promise<string[]>;
  /** Returns a workspace's drafts, newest first. A draft from an earlier epoch is `superseded`. */
  listDrafts(input: { workspaceId: string; limit: number }): Promise<DraftRow[]>;
  /**
   * Returns a profile's items that changed after the change number `after`, ordered by change number. If `after` is
   * null, returns all items that are `ready` or `claimed`.
   */
  listOutbox(input: {
    workspaceId: string;
    profileId: string;
    after: number | null;
    limit: number;
  }): Promise<OutboxChanges>;
  /**
   * Removes expired data from connected inboxes in small commits: event keys, drafts, and the outbox's texts and rows.
   */
  expireInbox(): Promise<{ rows: number }>;
  /**
   * Removes all sealed unparsable payloads of a workspace, regardless of sender. Keeps their hashes, sizes and paths.
   * Returns how many were removed.
   */
  forgetPayloads(input: { workspaceId: string }): Promise<number>;
  /** Returns all sealed connection secrets in the installation, for resealing. */
  sealedSecrets(): Promise<SealedSecretRef[]>;
  /** Replaces a secret with its resealed form. Returns false if the original no longer exists. */
  replaceSealed(input: SealedSecretRef & { readonly next: string }): Promise<boolean>;
}

export interface SealedSecretRef {
  readonly workspaceId: string;
  readonly connectionId: string;
  readonly sealed: string;
}

export interface OutboxChanges {
  /** Null if the profile is not an active profile of the workspace. */
  readonly items: readonly (OutboxRow & { readonly change: number })[] | null;
  /** The number of the last change in the workspace's outbox. */
  readonly last: number;
  /**
   * Conversations with items that are out of date, because time passed or because something other than a step changed
   * them. `tick` updates these items.
   */
  readonly outdated: readonly string[];
}

/** How long data from connected inboxes is kept, in milliseconds. */
export const inboxKeeping = {
  eventKeyMs: 30 * 86_400_000,
  draftMs: 90 * 86_400_000,
  outboxMs: 90 * 86_400_000,
  outboxTextMs: 86_400_000,
  unreadablePayloadMs: 72 * 3_600_000,
  heldMs: 86_400_000,
} as const;
