import type { ConversationState } from '../conversation.ts';
import type { EpochMs } from '../period.ts';

/** An answer that a person gave elsewhere and recorded in the console. */
export interface RecordedAnswer {
  /** The id that the message had then: an echo of it brings another one. */
  readonly messageId: string;
  readonly by: string;
  readonly at: EpochMs;
  /** Which suggestion was used, from 1 on; null for words of one's own. */
  readonly suggestion: number | null;
  readonly isChanged: boolean;
  readonly stateBefore: ConversationState;
  readonly lockedBefore: EpochMs | null;
}
