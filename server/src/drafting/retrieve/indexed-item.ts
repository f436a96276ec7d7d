import type { Validity } from '../../domain/validity.ts';
import type { IntentShares } from '../learned/intents-of-texts.ts';
import type { AnswerKind } from './answer-kinds.ts';
import type { Entities } from './entities.ts';

/**
 * A fact or an offer with the properties that the engine compares with a question. Properties that only likely items
 * need are computed when they are first read.
 */
export interface IndexedItem extends Validity {
  readonly id: string;
  readonly kind: 'fact' | 'offer';
  readonly text: string;
  readonly topic: string;
  readonly mediaAssetId: string;
  /** The words of the item's text, name and topic, as returned by `wordIdsOf`. */
  readonly words: Uint32Array;
  /** The words of an offer's name, as returned by `wordIdsOf`; empty for a fact. */
  readonly nameWords: readonly number[];
  /** False if the creator wants to be asked each time. */
  readonly isAutomatic: boolean;
  readonly entities: Entities;
  /** The ages of people that the item's text admits; null if the text does not mention ages. */
  readonly ages: { readonly least: number; readonly most: number } | null;
  /** The kinds of answer that the item's text contains. */
  readonly answers: ReadonlySet<AnswerKind>;
  /** The intents of the item's texts, according to the understanding model. */
  readonly intents: IntentShares;
}
