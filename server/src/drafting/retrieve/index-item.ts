import type { Fact, Offer } from '../../domain/persona.ts';
import { normalise } from '../text/normalise.ts';
import { tokens } from '../text/tokens.ts';
import { itemTopics } from '../topics/item-topics.ts';
import { notionsIn } from '../topics/notions.ts';
import { scoreIntents } from '../understand/score-intents.ts';
import { ageRange } from './ages.ts';
import { type Entities, entitiesOf } from './entities.ts';
import { type AnswerKind, contentOf, type IndexedItem } from './persona-index.ts';

/** An approved fact or offer as retrieval reads it. */
export function indexItem(
  kind: 'fact' | 'offer',
  source: Fact | Offer,
  from: string | undefined,
  until: string | undefined,
): IndexedItem {
  const name = 'name' in source ? source.name : '';
  const aliases = source.aliases ?? [];
  const weights = new Map<string, number>();
  const stems = new Set<string>();
  const words = new Set<string>();
  let length = 0;
  const add = (text: string, weight: number): ReadonlySet<string> => {
    const meanings = new Set<string>();
    for (const word of contentOf(tokens(normalise(text)))) {
      weights.set(word.meaning, (weights.get(word.meaning) ?? 0) + weight);
      stems.add(word.stem);
      words.add(word.token.word);
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
  const topics = itemTopics(`${name} ${source.text}`, source.topic ?? '', aliases);
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
    words,
    aliases: aliasMeanings,
    name: nameMeanings,
    entities: { ...entities, places: new Set([...entities.places, ...placesIn(aliases)]) },
    ages: ageRange(source.text),
    intents: intentsOf([source.topic ?? '', ...aliases, source.text], kind),
    answers: answersIn(source.text, entities),
    notions: new Set(
      [name, source.text, source.topic ?? '', ...aliases].flatMap((part) => [
        ...notionsIn(tokens(normalise(part)).map((token) => token.word)),
      ]),
    ),
    topicRoots: topics.map(Math.sqrt),
    bestTopic: topics.indexOf(Math.max(...topics)),
    isUniversal: own.some((token) => universal.has(token.word)),
  };
}

const universal = new Set(['every', 'all', 'everything', 'each', 'any', 'always']);

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
