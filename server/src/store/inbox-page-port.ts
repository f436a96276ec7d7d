import type { Contact, ConversationState, Direction } from '../domain/conversation.ts';
import type { RiskLevel } from '../domain/decision.ts';
import type { HandoffVerdict } from '../domain/notification.ts';
import type { EpochMs } from '../domain/period.ts';

export interface ConversationCardRecord {
  readonly conversationId: string;
  readonly profileId: string;
  readonly displayName: string;
  readonly state: ConversationState;
  readonly channel: string | null;
  readonly contact: Contact | null;
  readonly messages: number;
  readonly lastMessageAt: EpochMs | null;
}

export interface ReviewRecord extends ConversationCardRecord {
  readonly verdict: HandoffVerdict | null;
  readonly waitingSince: EpochMs | null;
  /** The first 160 characters of the latest inbound message; null if there is none. */
  readonly latestInbound: string | null;
}

/**
 * The tabs of the inbox. `waiting`: conversations that an agent or a connected inbox handed over to the creator.
 * `automatic`: conversations that a safe draft has answered or is about to answer. `done`: conversations that are
 * closed or that a person answered. `proposals`: every other conversation with an unanswered message.
 */
export const inboxTabs = ['waiting', 'proposals', 'automatic', 'done'] as const;
export type InboxTab = (typeof inboxTabs)[number];
export const inboxOrders = ['urgency', 'newest', 'oldest'] as const;

export interface InboxQuery {
  readonly workspaceId: string;
  readonly tab: InboxTab;
  readonly profileId: string | null;
  readonly channel: string | null;
  /** A part of a name, a handle or the last message, in upper or lower case; null for all conversations. */
  readonly search: string | null;
  /**
   * urgency: urgent first, then high, then normal; within each, the longest waiting first. The other orders sort by the
   * last message.
   */
  readonly order: (typeof inboxOrders)[number];
  readonly offset: number;
  readonly limit: number;
}

export interface InboxPageRecord {
  /** The counts for the whole workspace, regardless of the filters. */
  readonly counts: Readonly<Record<InboxTab, number>>;
  /** The number of conversations in the tab that match the filters. */
  readonly total: number;
  readonly channels: readonly string[];
  readonly conversations: readonly InboxRowRecord[];
}

export interface InboxRowRecord extends ReviewRecord {
  /** The first 160 characters of the last message that was not deleted; null if there is none. */
  readonly latest: { readonly direction: Direction; readonly body: string } | null;
  readonly draft: { readonly intent: string; readonly riskLevel: RiskLevel } | null;
}
