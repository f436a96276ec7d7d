/** What ends: leases, stored responses, conversations, and what is kept of a person. As part of the store, under the promises of its port. */
export interface RetentionStore {
  /** Removes stored responses past their time, sweeps leases 60 s past theirs, and forgets addresses that no longer fail, in small commits. */
  purge(): Promise<{ responses: number; leases: number }>;
  /**
   * Removes, in small commits: messages sent more than `conversationMs` ago, with the conversations that have had none
   * since (null keeps all); finished notifications after 90 days; the ids of charges after 13 months. Counts stay.
   */
  expire(input: { conversationMs: number | null }): Promise<Expired>;
  /** The conversations of a handle (as `comparableHandle` makes it; null: none) and those named by their ids, with what hangs on each, in order. */
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
  /** What it taught: training phrases, suggested and accepted. */
  readonly phrases: number;
}

export interface Forgotten {
  readonly conversations: number;
  readonly messages: number;
  readonly notifications: number;
  readonly responses: number;
}
