import type { ConversationState } from '../../../../server/src/domain/conversation.ts';

/** A recorded answer, with the data for teaching the service from it. */
export interface Answered {
  readonly at: string;
  readonly conversationId: string;
  readonly profileId: string;
  /** The sender's name; empty if the sender is unknown. */
  readonly name: string;
  /** The question, at most 300 characters; empty if there was none. */
  readonly question: string;
  /** The text of the answer; empty if it is unknown. */
  readonly text: string;
  /** True if a visitor to a Page reads the answer there. */
  readonly isOnPage: boolean;
  /** The facts and offers in the suggestion that was used. */
  readonly itemIds: readonly string[];
  readonly messageId: string | null;
  readonly before: ConversationState;
}
