import type { ConnectionRecord } from '../domain/inbox/connection.ts';
import type { DraftRow, OutboxRow } from '../domain/inbox/rows.ts';
import type { StepAnswer, StepInput, StepName } from '../domain/inbox/steps.ts';
import type { EpochMs } from '../domain/period.ts';

/** Connected inboxes: what comes in, what is drafted of it, and what waits to be sent by others. As part of the store, under the promises of its port. */
export interface InboxStore {
  /** Carries out one step of a connected inbox in one commit, on the conversations that it concerns; nobody else changes them meanwhile. */
  inboxStep<Name extends StepName>(input: {
    workspaceId: string;
    name: Name;
    input: StepInput<Name>;
  }): Promise<StepAnswer<Name>>;
  /** The connection that a receiver belongs to, and the time by the store's clock; null when there is none (any more). */
  receiver(input: {
    receiverId: string;
  }): Promise<(ConnectionRecord & { readonly workspaceId: string; readonly now: EpochMs }) | null>;
  /** All connections that were not removed, by id; null when the workspace does not exist. */
  listConnections(input: { workspaceId: string }): Promise<ConnectionRecord[] | null>;
  /** Workspaces with a thread that waits to be looked at, the longest waiting first, at most `limit`. */
  workspacesWithWakingThreads(input: { limit: number }): Promise<string[]>;
  /** Conversations of threads that wait to be looked at, the longest waiting first. */
  wakingThreads(input: { workspaceId: string; limit: number }): Promise<string[]>;
  /** Workspaces that have held threads younger than a day. */
  workspacesWithHeldThreads(input: { limit: number }): Promise<string[]>;
  /** Conversations of held threads younger than a day whose connection is not paused, the newest first. */
  heldThreads(input: { workspaceId: string; limit: number }): Promise<string[]>;
  /** Newest first. What a newer epoch outdated is `superseded`. */
  listDrafts(input: { workspaceId: string; limit: number }): Promise<DraftRow[]>;
  /** Items of a profile that changed after a number, in that order; after null, those that are `ready` or `claimed`. */
  listOutbox(input: {
    workspaceId: string;
    profileId: string;
    after: number | null;
    limit: number;
  }): Promise<OutboxChanges>;
  /** Removes, in small commits, what connected inboxes keep past its time: event keys, drafts, texts and rows of the outbox. */
  expireInbox(): Promise<{ rows: number }>;
  /** Removes the sealed payloads that could not be read, whoever's words they hold; their hashes, sizes and paths stay. How many there were. */
  forgetPayloads(input: { workspaceId: string }): Promise<number>;
  /** All sealed secrets of connections of the installation, for sealing them anew. */
  sealedSecrets(): Promise<SealedSecretRef[]>;
  /** Puts a secret that was sealed anew in place of the one that it was made from. False when that is gone. */
  replaceSealed(input: SealedSecretRef & { readonly next: string }): Promise<boolean>;
}

export interface SealedSecretRef {
  readonly workspaceId: string;
  readonly connectionId: string;
  readonly sealed: string;
}

export interface OutboxChanges {
  /** Null: the profile is not an active one of the workspace. */
  readonly items: readonly (OutboxRow & { readonly change: number })[] | null;
  /** The number of the last change of the workspace's outbox. */
  readonly last: number;
  /** Conversations whose items changed by time alone, or that somebody else changed: `tick` brings them up to date. */
  readonly outdated: readonly string[];
}

/** How long what is kept of connected inboxes stays. */
export const inboxKeeping = {
  eventKeyMs: 30 * 86_400_000,
  draftMs: 90 * 86_400_000,
  outboxMs: 90 * 86_400_000,
  outboxTextMs: 86_400_000,
  unreadablePayloadMs: 72 * 3_600_000,
  heldMs: 86_400_000,
} as const;
