import type { Validity } from '../../domain/validity.ts';
import type { IntentShares } from '../learned/intents-of-texts.ts';
import type { AnswerKind } from './answer-kinds.ts';
import type { Entities } from './entities.ts';

/** A fact or an offer with all that retrieval asks of it, worked out once. */
export interface IndexedItem extends Validity {
  readonly id: string;
  readonly kind: 'fact' | 'offer';
  readonly text: string;
  readonly topic: string;
  readonly mediaAssetId: string;
  readonly length: number;
  /** Meanings of the text, name, topic and aliases. */
  readonly meanings: Pick<ReadonlySet<string>, 'has'>;
  /** Meanings of the name of an offer. */
  readonly name: ReadonlySet<string>;
  readonly entities: Entities;
  /** The ages of people that its text admits; null when it says nothing of them. */
  readonly ages: { readonly least: number; readonly most: number } | null;
  /** The words of its text, name and topic, as `wordIdsOf` names them. */
  readonly textWords: ReadonlySet<number>;
  /** What its text, name and topic mean together. */
  readonly textMeaning: Float32Array;
  /** What its words are about, by the understanding model. */
  readonly intents: IntentShares;
  /** What kind of answer stands in it. */
  readonly answers: ReadonlySet<AnswerKind>;
  /** The likeliest topic. */
  readonly bestTopic: number;
  /** False when the creator wants to be asked each time. */
  readonly isAutomatic: boolean;
}

/** An item as it was read, with what the index keeps for all items together: thousands of indexes are in memory at once. */
export interface ReadItem {
  readonly item: IndexedItem;
  /** Weight of each meaning, over all fields. */
  readonly weights: ReadonlyMap<string, number>;
  /** Plain stems of the text, name, topic and aliases. */
  readonly stems: ReadonlySet<string>;
  /** The words themselves, as far as they carry meaning. */
  readonly words: ReadonlySet<string>;
  readonly aliases: readonly ReadonlySet<string>[];
  /** What its words make one think of. */
  readonly notions: ReadonlySet<number>;
  /** The roots of its topics' probabilities, in the order of the topic model. */
  readonly topicRoots: Float64Array;
}
