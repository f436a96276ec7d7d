import type { EpochMs } from '../../domain/period.ts';
import type { Fact, Offer, Persona, Phrase } from '../../domain/persona.ts';
import { grammarWords } from '../text/lexicon.ts';
import { normalise } from '../text/normalise.ts';
import { stem } from '../text/stem.ts';
import { type Token, tokens } from '../text/tokens.ts';
import { scoreIntents } from '../understand/score-intents.ts';
import { type Entities, entitiesOf } from './entities.ts';
import { meaningOf } from './synonyms.ts';

/** A fact or an offer with all that retrieval asks of it, worked out once. */
export interface IndexedItem {
  readonly id: string;
  readonly kind: 'fact' | 'offer';
  readonly text: string;
  readonly topic: string;
  readonly mediaAssetId: string;
  readonly from: EpochMs;
  readonly until: EpochMs;
  /** Weight of each meaning, over all fields. */
  readonly weights: ReadonlyMap<string, number>;
  readonly length: number;
  /** Meanings and plain stems of the text, name, topic and aliases. */
  readonly meanings: ReadonlySet<string>;
  readonly stems: ReadonlySet<string>;
  readonly aliases: readonly ReadonlySet<string>[];
  /** Meanings of the name of an offer. */
  readonly name: ReadonlySet<string>;
  readonly entities: Entities;
  readonly intents: ReadonlySet<string>;
  /** What kind of answer stands in it. */
  readonly answers: ReadonlySet<AnswerKind>;
  /** It speaks of everything the creator makes: "every piece is …". */
  readonly isUniversal: boolean;
}

export type AnswerKind = 'amount' | 'duration' | 'time' | 'place' | 'number' | 'link' | 'code' | 'percent' | 'stock';

export interface PersonaIndex {
  /** Approved facts and offers, whatever their dates. */
  readonly items: readonly IndexedItem[];
  readonly phrases: readonly Phrase[];
  /** In how many items each meaning stands. */
  readonly frequency: ReadonlyMap<string, number>;
  readonly averageLength: number;
  /** Every stem that the creator's own items use. */
  readonly vocabulary: ReadonlySet<string>;
  /** The meanings that name an offer. */
  readonly products: ReadonlySet<string>;
}

const known = new WeakMap<Persona, PersonaIndex>();

/** The index of a persona, kept for as long as that persona object lives. */
export function indexOf(persona: Persona): PersonaIndex {
  const before = known.get(persona);
  if (before !== undefined) return before;
  const items = [
    ...(persona.facts ?? []).filter(isApproved).map((fact) => indexed('fact', fact, fact.validFrom, fact.validUntil)),
    ...(persona.offers ?? []).filter(isApproved).map((offer) => indexed('offer', offer, offer.startsAt, offer.endsAt)),
  ];
  const frequency = new Map<string, number>();
  for (const item of items)
    for (const meaning of item.weights.keys()) frequency.set(meaning, (frequency.get(meaning) ?? 0) + 1);
  const vocabulary = new Set(items.flatMap((item) => [...item.stems]));
  const index: PersonaIndex = {
    items,
    phrases: (persona.phrases ?? []).filter(isApproved),
    frequency,
    averageLength: items.length === 0 ? 1 : items.reduce((sum, item) => sum + item.length, 0) / items.length,
    vocabulary,
    products: new Set(items.flatMap((item) => [...item.name])),
  };
  known.set(persona, index);
  return index;
}

/** True inside the item's dates: from its first instant, up to but not at its last. */
export function isValid(item: { readonly from: EpochMs; readonly until: EpochMs }, now: EpochMs): boolean {
  return item.from <= now && now < item.until;
}

/** Words that carry meaning: no grammar, no emoji. Their indexes in the token list, with stem and meaning. */
export function contentOf(
  list: readonly Token[],
  from = 0,
  to = list.length,
): { at: number; stem: string; meaning: string; token: Token }[] {
  const content = [];
  for (let at = from; at < to; at++) {
    const token = list[at];
    if (token === undefined || token.isEmoji || token.word === '¤' || grammarWords.has(token.word)) continue;
    const stemmed = stem(token.word);
    content.push({ at, stem: stemmed, meaning: meaningOf(stemmed), token });
  }
  return content;
}

const universal = new Set(['every', 'all', 'everything', 'each', 'any', 'always']);

function isApproved(item: { readonly approved?: boolean }): boolean {
  return item.approved !== false;
}

function indexed(
  kind: 'fact' | 'offer',
  source: Fact | Offer,
  from: string | undefined,
  until: string | undefined,
): IndexedItem {
  const name = 'name' in source ? source.name : '';
  const aliases = source.aliases ?? [];
  const weights = new Map<string, number>();
  const stems = new Set<string>();
  let length = 0;
  const add = (text: string, weight: number): ReadonlySet<string> => {
    const meanings = new Set<string>();
    for (const word of contentOf(tokens(normalise(text)))) {
      weights.set(word.meaning, (weights.get(word.meaning) ?? 0) + weight);
      stems.add(word.stem);
      meanings.add(word.meaning);
      length += weight;
    }
    return meanings;
  };
  add(source.text, 1);
  const topicMeanings = add(source.topic ?? '', 2);
  const nameMeanings = add(name, 2);
  const aliasMeanings = [topicMeanings, ...aliases.map((alias) => add(alias, 1.5))].filter(
    (meanings) => meanings.size > 0,
  );
  const own = tokens(normalise(source.text));
  const entities = entitiesOf(own);
  return {
    id: source.id,
    kind,
    text: source.text,
    topic: source.topic ?? '',
    mediaAssetId: source.mediaAssetId ?? '',
    from: from === undefined ? Number.NEGATIVE_INFINITY : Date.parse(from),
    until: until === undefined ? Number.POSITIVE_INFINITY : Date.parse(until),
    weights,
    length,
    meanings: new Set(weights.keys()),
    stems,
    aliases: aliasMeanings,
    name: nameMeanings,
    entities: { ...entities, places: new Set([...entities.places, ...placesIn(aliases)]) },
    intents: intentsOf([source.topic ?? '', ...aliases, source.text], kind),
    answers: answersIn(source.text, entities),
    isUniversal: own.some((token) => universal.has(token.word)),
  };
}

/** A place in an alias is a place the creator says this fact answers. */
function placesIn(aliases: readonly string[]): string[] {
  return aliases.flatMap((alias) => [...entitiesOf(tokens(normalise(alias))).places]);
}

function intentsOf(texts: readonly string[], kind: 'fact' | 'offer'): ReadonlySet<string> {
  const intents = new Set<string>(kind === 'offer' ? ['pricing', 'purchase', 'availability', 'booking'] : []);
  for (const text of texts) {
    const list = tokens(normalise(text));
    for (const { intent, score } of scoreIntents(list, 0, list.length).scores) if (score >= 3) intents.add(intent);
  }
  return intents;
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
