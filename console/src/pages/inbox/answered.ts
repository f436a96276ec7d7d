import type { ConversationState } from '../../../../server/src/domain/conversation.ts';

/** A recorded answer, and what can be learned from it. */
export interface Answered {
  readonly at: string;
  readonly conversationId: string;
  readonly profileId: string;
  /** Empty if the sender is unknown. */
  readonly name: string;
  /** The question, at most 300 characters; empty if there was none. */
  readonly question: string;
  /** Empty if the words are unknown. */
  readonly text: string;
  /** True if a visitor to a Page reads the answer there. */
  readonly isOnPage: boolean;
  /** The facts and offers in the suggestion that was used. */
  readonly itemIds: readonly string[];
  readonly messageId: string | null;
  readonly before: ConversationState;
}
