import type { ConversationState } from '../conversation.ts';
import type { EpochMs } from '../period.ts';

/** An answer that a person sent elsewhere and recorded in the console. */
export interface RecordedAnswer {
  /** The message's id when it was recorded. Its echo from the inbox has a different id. */
  readonly messageId: string;
  readonly by: string;
  readonly at: EpochMs;
  /** The number of the suggestion that was used, counted from 1; null for the person's own words. */
  readonly suggestion: number | null;
  readonly isChanged: boolean;
  readonly stateBefore: ConversationState;
  readonly lockedBefore: EpochMs | null;
}
