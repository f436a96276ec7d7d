import type { Fact, Offer } from '../../domain/persona.ts';
import { validityOf } from '../../domain/validity.ts';
import { type IntentShares, intentsOfTexts } from '../learned/intents-of-texts.ts';
import { normalise } from '../text/normalise.ts';
import { tokens } from '../text/tokens.ts';
import { wordIdsOf } from '../text/word-ids.ts';
import { ageRange } from './ages.ts';
import type { AnswerKind } from './answer-kinds.ts';
import { type Entities, entitiesOf } from './entities.ts';
import type { IndexedItem } from './indexed-item.ts';

/** Returns an approved fact or offer with the properties that the engine compares with a question. */
export function indexItem(source: Fact | Offer): IndexedItem {
  return new LazyItem(source);
}

/** A class, because thousands of items are in memory, and their accessors must not need closures of their own. */
class LazyItem implements IndexedItem {
  readonly id: string;
  readonly kind: 'fact' | 'offer';
  readonly text: string;
  readonly topic: string;
  readonly mediaAssetId: string;
  readonly words: Uint32Array;
  readonly nameWords: readonly number[];
  readonly isAutomatic: boolean;
  readonly from: number;
  readonly until: number;
  /** The creator's own word for the item's topic, otherwise an offer's name. */
  readonly #label: string;
  #entities: Entities | undefined;
  #ages: IndexedItem['ages'] | undefined;
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

  get ages(): IndexedItem['ages'] {
    if (this.#ages === undefined) this.#ages = ageRange(this.text);
    return this.#ages;
  }

  get answers(): ReadonlySet<AnswerKind> {
    this.#answers ??= answersIn(this.text, this.entities);
    return this.#answers;
  }

  get intents(): IntentShares {
    this.#intents ??= intentsOfTexts([this.text, this.#label].filter((part) => part !== ''));
    return this.#intents;
  }
}

const none: readonly number[] = [];

function wordsIn(text: string): number[] {
  return wordIdsOf(tokens(normalise(text)));
}

function answersIn(text: string, entities: Entities): ReadonlySet<AnswerKind> {
  const lower = text.toLowerCase();
  const kinds = new Set<AnswerKind>();
  const has = (kind: AnswerKind, pattern: RegExp): void => {
    if (pattern.test(lower)) kinds.add(kind);
  };
  has(
    'amount',
    /[€$£¥]\s?\d|\d\s?[€$£¥]|\d\s?(?:eur|usd|gbp|euros?|dollars?|pounds?|bucks)\b|\bfree\b|\bno (?:extra )?(?:cost|charge)\b/,
  );
  has(
    'duration',
    /(?:\d|one|two|three|four|five|six|seven|ten|few|couple)[\s-]?(?:to|–|-)?\s?(?:\d+\s?)?(?:minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?|working|business)\b|\bovernight\b|\bsame day\b|\blifetime\b|\bforever\b/,
  );
  has(
    'time',
    /\d\s?(?:am|pm|h\b)|\d:\d\d|\bnoon\b|\bmidnight\b|\bspring\b|\bsummer\b|\bautumn\b|\bwinter\b|\bfall\b|\bsoon\b|\bmorning|\bevening|\bafternoon|\bnight\b|\bsince \d{4}|\b(?:in|until|by) \d{4}/,
  );
  has('number', /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|dozen)\b/);
  has(
    'link',
    /https?:|www\.|\b[a-z0-9-]+\.(?:com|example|org|net|shop|store|io|co|art|studio|eu|me)\b|\blink\b|\bwebsite\b|\bshop\b|\bbio\b|@[a-z]/,
  );
  has(
    'stock',
    /\bstock|\bsold out\b|\bavailab|\bre-?stock|\bmade to order\b|\bpre-?order|\bleft\b|\bwait(?:ing )?list|\blimited\b|\bwhile .{0,20}last\b|\bsizes?\b|\bcolou?rs?\b|\bcomes? in\b|\bspots?\b|\bopen\b|\bclosed\b/,
  );
  has('code', /\bcode\b/);
  has('percent', /\d\s?%|\bpercent\b|\bhalf price\b/);
  if (
    entities.weekdays.size > 0 ||
    entities.months.size > 0 ||
    entities.isRecurring ||
    entities.relativeDays.length > 0
  )
    kinds.add('time');
  if (entities.places.size > 0 || /\b(?:at|in|on) (?:the |my )?[a-z]/.test(lower) || kinds.has('link'))
    kinds.add('place');
  return kinds;
}
