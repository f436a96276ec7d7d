import type { AnswerKind } from './answer-kinds.ts';
import type { Entities } from './entities.ts';

/** Returns the kinds of answer that a text contains. `entities` are the entities of the same text. */
export function answersIn(text: string, entities: Entities): ReadonlySet<AnswerKind> {
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
