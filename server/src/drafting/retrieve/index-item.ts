import type { Fact, Offer } from '../../domain/persona.ts';
import { validityOf } from '../../domain/validity.ts';
import { mostAliasesRead } from '../answer/teaching.ts';
import { intentsOfTexts } from '../learned/intents-of-texts.ts';
import { meaningOf } from '../meaning/word-meanings.ts';
import { memoize } from '../text/memoize.ts';
import { normalise } from '../text/normalise.ts';
import { type Token, tokens } from '../text/tokens.ts';
import { wordIdsOf } from '../text/word-ids.ts';
import { associationsIn } from '../topics/associations.ts';
import { chancesOf, itemTopics, type LabelText } from '../topics/item-topics.ts';
import { ageRange } from './ages.ts';
import type { AnswerKind } from './answer-kinds.ts';
import { contentOf } from './content-words.ts';
import { type Entities, entitiesOf } from './entities.ts';
import type { ReadItem } from './indexed-item.ts';

/** Computes all properties of an approved fact or offer that retrieval uses. */
export function indexItem(source: Fact | Offer): ReadItem {
  const kind = 'name' in source ? 'offer' : 'fact';
  const name = 'name' in source ? source.name : '';
  const said = readPart(source.text);
  const topic = readLabel(source.topic ?? '');
  const title = readLabel(name);
  const aliases = (source.aliases ?? []).slice(0, mostAliasesRead).map(readPart);
  const weights = new Map<string, number>();
  const stems = new Set<string>();
  const words = new Set<string>();
  let length = 0;
  const add = ({ content }: Part, weight: number): ReadonlySet<string> => {
    const meanings = new Set<string>();
    for (const word of content) {
      weights.set(word.meaning, (weights.get(word.meaning) ?? 0) + weight);
      stems.add(word.stem);
      words.add(word.token.word);
      meanings.add(word.meaning);
      length += weight;
    }
    return meanings;
  };
  add(said, 1);
  const topicMeanings = add(topic, 2);
  const nameMeanings = add(title, 2);
  const aliasMeanings = [topicMeanings, ...aliases.map((alias) => add(alias, 1.5))].filter(
    (meanings) => meanings.size > 0,
  );
  const ages = ageRange(source.text);
  const topics = itemTopics(name === '' ? said : readPart(`${name} ${source.text}`), topic, aliases);
  const entities = entitiesOf(said.list);
  const answers = answersIn(source.text, entities);
  const textIds = wordIdsOf(tokens(normalise(`${source.text} ${name} ${source.topic ?? ''}`)));
  const item: ReadItem['item'] = {
    id: source.id,
    kind,
    text: source.text,
    topic: source.topic ?? '',
    mediaAssetId: source.mediaAssetId ?? '',
    ...validityOf(source),
    length,
    meanings: weights,
    name: nameMeanings,
    entities,
    ages,
    textWords: new Set(textIds),
    textMeaning: meaningOf(textIds),
    intents: intentsOfTexts([source.text, source.topic ?? name].filter((part) => part !== '')),
    answers,
    bestTopic: topics.likeliest,
    isAutomatic: source.automatic !== false,
  };
  const notions = new Set([title, said, topic, ...aliases].flatMap((part) => [...part.notions]));
  return { item, weights, stems, words, aliases: aliasMeanings, notions, topicRoots: topics.roots };
}

/** One text of an item, with everything that is read from it. */
interface Part extends LabelText {
  readonly content: ReturnType<typeof contentOf>;
  readonly notions: ReadonlySet<number>;
}

function readPart(text: string): Part {
  const list: readonly Token[] = tokens(normalise(text));
  return {
    text,
    list,
    chances: chancesOf(list),
    content: contentOf(list),
    notions: associationsIn(list.map((token) => token.word)),
  };
}

/** Results are cached, because creators use similar topic names and facts share their topics. */
const readLabel = memoize(readPart, 1_000);

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
