/**
 * Retention: leases, stored responses, conversations and personal data. `Store` extends this interface, so its
 * guarantees apply.
 */
export interface RetentionStore {
  /**
   * Removes expired stored responses, ends leases that expired more than 60 s ago, and forgets addresses without recent
   * failures, all in small commits.
   */
  purge(): Promise<{ responses: number; leases: number }>;
  /**
   * Removes, in small commits: messages sent more than `conversationMs` ago, and conversations that have had none since
   * (null keeps all); finished notifications after 90 days; and the ids of charges after 13 months. Counts are kept.
   */
  expire(input: { conversationMs: number | null }): Promise<Expired>;
  /**
   * Returns the conversations of a handle and the conversations given by id, in order, with their related data. The
   * handle has the form that `comparableHandle` returns; null selects none.
   */
  contactConversations(input: {
    workspaceId: string;
    handle: string | null;
    conversationIds: readonly string[];
  }): Promise<ContactConversation[]>;
  /**
   * Removes conversations and their related data, in small commits. The call may be repeated. Work in progress on these
   * conversations is not stored, and the unit for it is returned. Counts of finished work are kept.
   */
  forgetConversations(input: { workspaceId: string; conversationIds: readonly string[] }): Promise<Forgotten>;
  /**
   * Makes removed data unreadable in the store's files, as far as the store can. Returns a description of what was
   * done.
   */
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
  /** The number of idempotency records, with their stored responses and traces. */
  readonly responses: number;
  /** The number of training phrases from the conversation, both suggested and accepted. */
  readonly phrases: number;
}

export interface Forgotten {
  readonly conversations: number;
  readonly messages: number;
  readonly notifications: number;
  readonly responses: number;
}
