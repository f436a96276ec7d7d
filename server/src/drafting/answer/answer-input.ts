import type { HistoryMessage } from '../../domain/conversation.ts';
import type { EpochMs } from '../../domain/period.ts';
import type { PersonaIndex } from '../retrieve/persona-index.ts';
import type { Understanding } from '../understand/understand.ts';
import type { TaughtClassifier } from './taught-classifier.ts';

/** A message that has been understood, with everything that its items are compared with. */
export interface AnswerInput {
  readonly understanding: Understanding;
  readonly index: PersonaIndex;
  /** Null if the profile has no trained classifier yet. */
  readonly classifier: TaughtClassifier | null;
  /** Returns the hash of an item's training data for the item's id. */
  readonly hashOf: (id: string) => string;
  readonly history: readonly HistoryMessage[];
  readonly now: EpochMs;
  /** The ids of the words of the creator's name. */
  readonly names: ReadonlySet<number>;
  /** Ids of items that are candidates regardless of their probability. */
  readonly also?: ReadonlySet<string>;
}
