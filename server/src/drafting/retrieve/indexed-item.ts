import type { Validity } from '../../domain/validity.ts';
import type { IntentShares } from '../learned/intents-of-texts.ts';
import type { AnswerKind } from './answer-kinds.ts';
import type { Entities } from './entities.ts';

/** A fact or an offer with all properties that retrieval uses, computed once. */
export interface IndexedItem extends Validity {
  readonly id: string;
  readonly kind: 'fact' | 'offer';
  readonly text: string;
  readonly topic: string;
  readonly mediaAssetId: string;
  readonly length: number;
  /** Meanings of the text, name, topic and aliases. */
  readonly meanings: Pick<ReadonlySet<string>, 'has'>;
  /** Meanings of an offer's name. */
  readonly name: ReadonlySet<string>;
  readonly entities: Entities;
  /** The ages of people that the item's text admits; null if the text does not mention ages. */
  readonly ages: { readonly least: number; readonly most: number } | null;
  /** The words of the item's text, name and topic, as returned by `wordIdsOf`. */
  readonly textWords: ReadonlySet<number>;
  /** The combined meaning of the item's text, name and topic. */
  readonly textMeaning: Float32Array;
  /** The intents of the item's texts, according to the understanding model. */
  readonly intents: IntentShares;
  /** The kinds of answer that the item's text contains. */
  readonly answers: ReadonlySet<AnswerKind>;
  /** The most likely topic. */
  readonly bestTopic: number;
  /** False if the creator wants to be asked each time. */
  readonly isAutomatic: boolean;
}

/**
 * An item as it was read, with the data that the index stores for all items together to save memory: thousands of
 * indexes may be in memory at the same time.
 */
export interface ReadItem {
  readonly item: IndexedItem;
  /** Weight of each meaning, over all fields. */
  readonly weights: ReadonlyMap<string, number>;
  /** Plain stems of the text, name, topic and aliases. */
  readonly stems: ReadonlySet<string>;
  /** The words themselves, if they carry meaning. */
  readonly words: ReadonlySet<string>;
  readonly aliases: readonly ReadonlySet<string>[];
  /** The associations of its words. */
  readonly notions: ReadonlySet<number>;
  /** The square roots of its topics' probabilities, in the order of the topic model. */
  readonly topicRoots: Float64Array;
}
