import type { ConnectionRecord } from '../domain/inbox/connection.ts';
import type { DraftRow, OutboxRow } from '../domain/inbox/rows.ts';
import type { StepAnswer, StepInput, StepName } from '../domain/inbox/steps.ts';
import type { EpochMs } from '../domain/period.ts';

/**
 * Connected inboxes: incoming messages, their drafts, and replies waiting for others to send them. It is part of the
 * store and follows the promises of its port.
 */
export interface InboxStore {
  /**
   * Performs one step of a connected inbox in one commit, on the conversations that it concerns. Nothing else changes
   * them during the step.
   */
  inboxStep<Name extends StepName>(input: {
    workspaceId: string;
    name: Name;
    input: StepInput<Name>;
  }): Promise<StepAnswer<Name>>;
  /**
   * The connection that a receiver belongs to, and the time by the store's clock; null if it does not exist or was
   * removed.
   */
  receiver(input: {
    receiverId: string;
  }): Promise<(ConnectionRecord & { readonly workspaceId: string; readonly now: EpochMs }) | null>;
  /** All connections that were not removed, by id; null if the workspace does not exist. */
  listConnections(input: { workspaceId: string }): Promise<ConnectionRecord[] | null>;
  /** Workspaces with a thread that is due for processing, the longest waiting first, at most `limit`. */
  workspacesWithWakingThreads(input: { limit: number }): Promise<string[]>;
  /** Conversations of threads that are due for processing, the longest waiting first. */
  wakingThreads(input: { workspaceId: string; limit: number }): Promise<string[]>;
  /** Workspaces that have held threads younger than a day. */
  workspacesWithHeldThreads(input: { limit: number }): Promise<string[]>;
  /** Conversations of held threads younger than a day whose connection is not paused, newest first. */
  heldThreads(input: { workspaceId: string; limit: number }): Promise<string[]>;
  /** Newest first. A draft that a newer epoch replaced is `superseded`. */
  listDrafts(input: { workspaceId: string; limit: number }): Promise<DraftRow[]>;
  /**
   * Items of a profile that changed after the given number, in that order; after null, all that are `ready` or
   * `claimed`.
   */
  listOutbox(input: {
    workspaceId: string;
    profileId: string;
    after: number | null;
    limit: number;
  }): Promise<OutboxChanges>;
  /** Removes expired data of connected inboxes in small commits: event keys, drafts, texts and rows of the outbox. */
  expireInbox(): Promise<{ rows: number }>;
  /**
   * Removes the sealed unparsable payloads of every sender; their hashes, sizes and paths stay. Returns how many.
   */
  forgetPayloads(input: { workspaceId: string }): Promise<number>;
  /** All sealed connection secrets of the installation, for resealing. */
  sealedSecrets(): Promise<SealedSecretRef[]>;
  /** Replaces a secret with its resealed form. Returns false if the original is gone. */
  replaceSealed(input: SealedSecretRef & { readonly next: string }): Promise<boolean>;
}

export interface SealedSecretRef {
  readonly workspaceId: string;
  readonly connectionId: string;
  readonly sealed: string;
}

export interface OutboxChanges {
  /** Null if the profile is not an active one of the workspace. */
  readonly items: readonly (OutboxRow & { readonly change: number })[] | null;
  /** The number of the last change of the workspace's outbox. */
  readonly last: number;
  /**
   * Conversations whose items changed because time passed, or whose items were changed elsewhere; `tick` brings them up
   * to date.
   */
  readonly outdated: readonly string[];
}

/** How long data of connected inboxes is kept. */
export const inboxKeeping = {
  eventKeyMs: 30 * 86_400_000,
  draftMs: 90 * 86_400_000,
  outboxMs: 90 * 86_400_000,
  outboxTextMs: 86_400_000,
  unreadablePayloadMs: 72 * 3_600_000,
  heldMs: 86_400_000,
} as const;
