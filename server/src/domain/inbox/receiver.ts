import type { EpochMs } from '../period.ts';
import type { SealedSecret } from './connection.ts';
import type { ConnectionKind } from './kinds/kinds.ts';

/** A receiver's secret, with the name of its field. */
export interface ReceiverSecret extends SealedSecret {
  readonly name: string;
}

/** A connection that a receiver delivers messages to. */
export interface ReceiverLink {
  readonly workspaceId: string;
  readonly connectionId: string;
  /**
   * The provider's id for the account. Null before binding. An empty string means any account, because the secret
   * already identifies the account.
   */
  readonly accountId: string | null;
  /** The code that the creator sends from the account to bind it; null once the account is bound. */
  readonly code: string | null;
  /** The reason why messages from this account are rejected; null if they are accepted. */
  readonly problem: ReceiverProblem | null;
}

/** Identifies a link by its connection. */
export type LinkPlace = Pick<ReceiverLink, 'workspaceId' | 'connectionId'>;

export function isAt(one: LinkPlace, other: LinkPlace): boolean {
  return one.workspaceId === other.workspaceId && one.connectionId === other.connectionId;
}

/** Why a receiver, or one of its accounts, delivers no messages. */
export interface ReceiverProblem {
  readonly code: ReceiverProblemCode;
  readonly at: EpochMs;
}

export const receiverProblems = {
  token_refused: 'The provider rejects the token or the password. Set a new one.',
  webhook_set: 'The bot has a webhook, so Understudy cannot poll it. Remove the webhook, or choose push.',
  other_reader: "Another program reads this bot's messages. Stop that program.",
  may_reply: 'The bot may reply as the creator. Turn "Reply to messages" off in Telegram, then connect again.',
  rights_unknown:
    'Telegram has not reported what the bot may do. Remove the bot from Chat Automation in Telegram, and add it again.',
  disconnected: 'The creator ended the connection at the provider. Connect it there again.',
  not_reached: 'The provider cannot be reached. Understudy keeps trying.',
  gap: 'The provider was unavailable for longer than it keeps messages. Some messages may be missing, so check the provider once.',
} as const;
export type ReceiverProblemCode = keyof typeof receiverProblems;

/** A receiver, which delivers the messages of one application, bot or mailbox to one or more connections. */
export interface ReceiverRecord {
  readonly receiverId: string;
  readonly kind: ConnectionKind;
  /** Null if the receiver belongs to the operator. Connections of any workspace may then use it. */
  readonly workspaceId: string | null;
  readonly transport: string;
  /** Whether Understudy polls for messages. */
  readonly isPulled: boolean;
  /** Values that are not secret, by field name. */
  readonly fields: Readonly<Record<string, string>>;
  readonly secrets: readonly ReceiverSecret[];
  readonly links: readonly ReceiverLink[];
  /** State that the kind keeps between two polls, such as cursors and rights. */
  readonly memory: Readonly<Record<string, unknown>>;
  readonly problem: ReceiverProblem | null;
  /** The number of events for accounts that belong to no connection. */
  readonly dropped: number;
  /** The current reader's lease; null if there is none. `until` is in the store's own time (see `ReceiverMoment`). */
  readonly lease: { readonly token: string; readonly until: EpochMs } | null;
  readonly createdAt: EpochMs;
}

/**
 * A receiver and the time at which it was read. The time comes from the store's clock, which decides when things
 * expire, not from a process's clock.
 */
export type FoundReceiver = ReceiverRecord & { readonly now: EpochMs };

/** Returns the place that a receiver's secret is bound to. The secret cannot be unsealed for any other place. */
export function receiverSecretPlace(receiverId: string, name: string): string {
  return `receiver ${receiverId}|${name}`;
}
