import type { ConversationState } from '../conversation.ts';
import type { EpochMs } from '../period.ts';

/** An answer that a person gave elsewhere and recorded in the console. */
export interface RecordedAnswer {
  /** The message's original id; an echo of it has another one. */
  readonly messageId: string;
  readonly by: string;
  readonly at: EpochMs;
  /** Which suggestion was used, from 1; null for the person's own words. */
  readonly suggestion: number | null;
  readonly isChanged: boolean;
  readonly stateBefore: ConversationState;
  readonly lockedBefore: EpochMs | null;
}
