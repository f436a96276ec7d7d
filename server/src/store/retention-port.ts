/**
 * Retention: leases, stored responses, conversations, and personal data. It is part of the store and follows the
 * promises of its port.
 */
export interface RetentionStore {
  /**
   * Removes expired stored responses, sweeps leases 60 s after they expire, and forgets addresses that no longer fail,
   * in small commits.
   */
  purge(): Promise<{ responses: number; leases: number }>;
  /**
   * Removes, in small commits: messages sent more than `conversationMs` ago, with the conversations that have had none
   * since (null keeps all); finished notifications after 90 days; the ids of charges after 13 months. Counts stay.
   */
  expire(input: { conversationMs: number | null }): Promise<Expired>;
  /**
   * The conversations of a handle (in the form that `comparableHandle` returns; null for none) and those given by id,
   * with their related data, in order.
   */
  contactConversations(input: {
    workspaceId: string;
    handle: string | null;
    conversationIds: readonly string[];
  }): Promise<ContactConversation[]>;
  /**
   * Removes conversations and their related data, in small commits that may be repeated. Work in progress on one of
   * them is no longer stored, and its unit is returned. Counts of finished work stay.
   */
  forgetConversations(input: { workspaceId: string; conversationIds: readonly string[] }): Promise<Forgotten>;
  /** Makes removed data unreadable in the store's files, as far as the store can; returns what was done. */
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
  /** The conversation's training phrases, suggested and accepted. */
  readonly phrases: number;
}

export interface Forgotten {
  readonly conversations: number;
  readonly messages: number;
  readonly notifications: number;
  readonly responses: number;
}
