import type { Fact, Offer } from '../../domain/persona.ts';
import { type Validity, validityOf } from '../../domain/validity.ts';
import { type IntentShares, intentsOfTexts } from '../learned/intents-of-texts.ts';
import { normalise } from '../text/normalise.ts';
import { tokens } from '../text/tokens.ts';
import { wordIdsOf } from '../text/word-ids.ts';
import { ageRange } from './ages.ts';
import type { AnswerKind } from './answer-kinds.ts';
import { answersIn } from './answers-in.ts';
import { type Entities, entitiesOf } from './entities.ts';

interface AgeRange {
  readonly least: number;
  readonly most: number;
}

/**
 * An approved fact or offer with the properties that the engine compares with a question. Properties that only likely
 * items need are computed when they are first read. This is a class because thousands of items are in memory, and a
 * class needs no closures for the accessors of each item.
 */
export class IndexedItem implements Validity {
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
  readonly from: number;
  readonly until: number;
  /** The creator's own word for the topic of the item; if there is none, the name of the offer. */
  readonly #label: string;
  #entities: Entities | undefined;
  #ages: AgeRange | null | undefined;
  #answers: ReadonlySet<AnswerKind> | undefined;
  #intents: IntentShares | undefined;

  constructor(source: Fact | Offer) {
    const name = 'name' in source ? source.name : '';
    const { from, until } = validityOf(source);
    this.id = source.id;
    this.kind = 'name' in source ? 'offer' : 'fact';
    this.text = source.text;
    this.topic = source.topic ?? '';
    this.#label = source.topic ?? name;
    this.mediaAssetId = source.mediaAssetId ?? '';
    this.words = Uint32Array.from(wordsIn(`${source.text} ${name} ${this.topic}`));
    this.nameWords = name === '' ? none : wordsIn(name);
    this.isAutomatic = source.automatic !== false;
    this.from = from;
    this.until = until;
  }

  get entities(): Entities {
    this.#entities ??= entitiesOf(tokens(normalise(this.text)));
    return this.#entities;
  }

  /** The ages of people that the item's text admits; null if the text does not mention ages. */
  get ages(): AgeRange | null {
    if (this.#ages === undefined) this.#ages = ageRange(this.text);
    return this.#ages;
  }

  /** The kinds of answer that the item's text contains. */
  get answers(): ReadonlySet<AnswerKind> {
    this.#answers ??= answersIn(this.text, this.entities);
    return this.#answers;
  }

  /** The intents of the item's texts, according to the understanding model. */
  get intents(): IntentShares {
    this.#intents ??= intentsOfTexts([this.text, this.#label].filter((part) => part !== ''));
    return this.#intents;
  }
}

const none: readonly number[] = [];

function wordsIn(text: string): number[] {
  return wordIdsOf(tokens(normalise(text)));
}
