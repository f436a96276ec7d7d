/** One thing that a text asserts and that can be wrong. `key` is its normal form: two spellings of one price have one key. */
export interface Claim {
  readonly kind: ClaimKind;
  readonly key: string;
  /** Offsets into the text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

const claimKinds = [
  'price',
  'percentage',
  'url',
  'email',
  'code',
  'date',
  'weekday',
  'time',
  'duration',
  'phone',
  'handle',
  'number',
  'promise',
  'human',
] as const;
export type ClaimKind = (typeof claimKinds)[number];

const units: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
  hundred: 100,
  dozen: 12,
  half: 0.5,
  couple: 2,
};
const word = Object.keys(units).join('|');
const number = `(?:\\d{1,9}(?:[.,]\\d{1,3}){0,3}|(?:${word})(?:[- ](?:${word})){0,2})`;
const currency: Readonly<Record<string, string>> = {
  '€': 'eur',
  eur: 'eur',
  euro: 'eur',
  euros: 'eur',
  $: 'usd',
  usd: 'usd',
  dollar: 'usd',
  dollars: 'usd',
  buck: 'usd',
  bucks: 'usd',
  '£': 'gbp',
  gbp: 'gbp',
  pound: 'gbp',
  pounds: 'gbp',
  quid: 'gbp',
  '¥': 'jpy',
  yen: 'jpy',
};
const months =
  'january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec';
const days = 'monday|tuesday|wednesday|thursday|friday|saturday|sunday';

/** In this order: what one line takes, a later line does not see again. All are linear. */
const lines: readonly {
  readonly kind: ClaimKind;
  readonly pattern: RegExp;
  readonly key: (match: RegExpMatchArray) => string;
}[] = [
  {
    kind: 'email',
    pattern:
      /[a-z0-9._%+-]{1,64}(?:@|\s?(?:\(at\)|\[at\])\s?)[a-z0-9-]{1,63}(?:\.|\s?(?:\(dot\)|\[dot\])\s?)[a-z.]{2,20}/g,
    key: (match) => squash(match[0].replace(/\(at\)|\[at\]/g, '@').replace(/\(dot\)|\[dot\]/g, '.')),
  },
  {
    kind: 'url',
    pattern:
      /https?:\/\/[^\s)>\]]{1,300}|www\.[^\s)>\]]{1,300}|[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,3}\.(?:com|net|org|io|co|me|ly|gg|shop|store|xyz|info|biz|ru|top|online|site|link|app|tv|be|eu|uk|de|fr|art|studio|example|dev|page|club|live|us|ca|it|es|pt|nl)(?![a-z0-9])(?:\/[^\s)>\]]{0,200})?/g,
    key: (match) =>
      match[0]
        .replace(/^https?:\/\//, '')
        .replace(/^www\./, '')
        .replace(/[.,!?;:]+$/, '')
        .replace(/\/$/, ''),
  },
  { kind: 'handle', pattern: /@[a-z0-9_.]{2,40}/g, key: (match) => match[0].replace(/\.+$/, '') },
  {
    kind: 'price',
    pattern: new RegExp(
      `[€$£¥]\\s?${number}|(?<![a-z0-9])${number}\\s?(?:[€$£¥]|(?:eur|usd|gbp|euros?|dollars?|pounds?|bucks?|quid|yen)(?![a-z]))`,
      'g',
    ),
    key: (match) => priceKey(match[0]),
  },
  {
    kind: 'price',
    pattern:
      /(?<![a-z])(?:for free|free of charge|free (?:shipping|delivery|returns|gift|entry|of)|at no cost|no (?:extra )?(?:cost|charge)|half price|on the house)(?![a-z])/g,
    key: (match) => match[0],
  },
  {
    kind: 'percentage',
    pattern: new RegExp(`(?<![a-z0-9])${number}\\s?(?:%|percent|per cent)`, 'g'),
    key: (match) => String(amountOf(match[0].replace(/%|per ?cent/g, ''))),
  },
  {
    kind: 'date',
    pattern: new RegExp(
      `(?<![a-z0-9])(?:\\d{4}-\\d{2}-\\d{2}|\\d{1,2}[./]\\d{1,2}(?:[./]\\d{2,4})?|\\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:${months})(?![a-z])(?:,? \\d{4})?|(?:${months})\\.? \\d{1,4}(?:st|nd|rd|th)?(?![a-z0-9])(?:,? \\d{4})?|(?:${months.replace('|may', '').replace('|march', '')})(?![a-z]))`,
      'g',
    ),
    key: (match) => dateKey(match[0]),
  },
  {
    kind: 'weekday',
    pattern: new RegExp(
      `(?<![a-z])(?:${days}|weekends?|weekdays?|today|tonight|tomorrow|next week|next month|this week|this month)s?(?![a-z])`,
      'g',
    ),
    key: (match) => match[0].replace(/s$/, ''),
  },
  {
    kind: 'time',
    pattern: /(?<![a-z0-9])(?:\d{1,2}[:.]\d{2}\s?(?:am|pm|h)?|\d{1,2}\s?(?:am|pm|o'clock)|noon|midnight)(?![a-z0-9])/g,
    key: (match) => timeKey(match[0]),
  },
  {
    kind: 'duration',
    pattern: new RegExp(
      `(?<![a-z0-9])${number}(?:\\s?(?:-|–|to)\\s?${number})?[\\s-]?(?:business |working )?(?:seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?|nights?)(?![a-z])`,
      'g',
    ),
    key: (match) => numbersIn(match[0]),
  },
  { kind: 'phone', pattern: /\+?\d[\d\s().-]{6,18}\d/g, key: (match) => match[0].replace(/\D/g, '') },
  {
    kind: 'code',
    pattern:
      /(?<![a-z0-9])(?=[a-z0-9-]{4,24}(?![a-z0-9]))[a-z]{2,20}-?\d{1,6}[a-z]{0,6}(?![a-z0-9])|(?<=\bcode[: ]{1,2}["']?)[a-z0-9-]{3,24}/g,
    key: (match) => match[0],
  },
  {
    kind: 'number',
    pattern: new RegExp(
      `(?<![a-z0-9])(?:${number})(?:st|nd|rd|th)?(?:\\s?(?:-|–|to|x)\\s?${number})?\\s?(?:[a-z]{1,14})?`,
      'g',
    ),
    key: (match) => numbersIn(match[0]),
  },
  {
    kind: 'human',
    pattern:
      /(?<![a-z])(?:i(?:'| a)?m (?:a )?(?:real )?(?:human|person|real)|i am (?:a )?(?:real )?(?:human|person|real)|(?:not|no) (?:a |an )?(?:bot|robot|ai|machine|automation)|(?:it's|its|it is|this is) (?:really |actually |truly )?(?:me|a human|a real person)(?![a-z])|real person here|human here|written by (?:a human|me personally)|personally (?:read|wrote|write|answer|reply))/g,
    key: () => 'human',
  },
  {
    kind: 'promise',
    pattern:
      /(?<![a-z])(?:i'll|i will|we'll|we will|i'm going to|we're going to|i can (?:give|offer|send|do|get|refund)|we can (?:give|offer|send|do|get|refund)|you'll (?:get|receive|have)|you will (?:get|receive|have)|i promise|we promise|promised?|guaranteed?|refund(?:ed)?|money back|discount(?:ed)?|compensat\w{0,8}|exclusive(?:ly)?|shout-?out|i've (?:sent|refunded|cancelled|canceled|shipped|booked|added|changed|updated)|i have (?:sent|refunded|cancelled|canceled|shipped|booked|added|changed|updated)|i (?:sent|refunded|cancelled|canceled|shipped|booked|added|changed|updated)|consider it done|see you|meet you|call you)(?![a-z])(?: [a-z']{1,20})?/g,
    key: (match) => match[0].replace(/\s+/g, ' '),
  },
];

/** Every typed claim of a text, in order. */
export function claimsIn(text: string): Claim[] {
  const lower = [...text]
    .map((char) => (char.toLowerCase().length === char.length ? char.toLowerCase() : char))
    .join('')
    .replace(/[’‘]/g, "'");
  let left = lower;
  const claims: Claim[] = [];
  for (const { kind, pattern, key } of lines) {
    for (const match of left.matchAll(pattern)) {
      const value = key(match);
      if (value === '') continue;
      claims.push({ kind, key: value, start: match.index, end: match.index + match[0].trimEnd().length });
      if (kind !== 'promise' && kind !== 'human')
        left =
          left.slice(0, match.index) + '\u0001'.repeat(match[0].length) + left.slice(match.index + match[0].length);
    }
  }
  return claims.sort((a, b) => a.start - b.start || a.end - b.end);
}

function priceKey(text: string): string {
  const sign = /[€$£¥]|[a-z]+$/.exec(text)?.[0] ?? '';
  return `${amountOf(text.replace(/[€$£¥]/g, '').replace(/\s?(?:eur|usd|gbp|euros?|dollars?|pounds?|bucks?|quid|yen)$/, ''))} ${currency[sign] ?? sign}`;
}

function amountOf(text: string): number {
  const plain = text.trim();
  if (/^\d/.test(plain)) {
    const decimal = /[.,]\d{1,2}$/.test(plain);
    return Number(decimal ? plain.replace(/[.,](?=\d{3}(?:\D|$))/g, '').replace(',', '.') : plain.replace(/[.,]/g, ''));
  }
  return plain
    .split(/[- ]/)
    .reduce((sum, part) => (part === 'hundred' ? Math.max(1, sum) * 100 : sum + (units[part] ?? 0)), 0);
}

function numbersIn(text: string): string {
  const numbers = [...text.matchAll(new RegExp(number, 'g'))].map((match) => String(amountOf(match[0])));
  const unit = (/[a-z]+$/.exec(text.trim().replace(new RegExp(`(?:${word})$`), ''))?.[0] ?? '')
    .replace(/^(?:secs?|seconds?)$/, 'second')
    .replace(/^(?:mins?|minutes?)$/, 'minute')
    .replace(/^(?:hrs?|hours?)$/, 'hour')
    .replace(/s$/, '');
  return `${numbers.join('-')} ${unit}`.trim();
}

function dateKey(text: string): string {
  const month = new RegExp(months).exec(text)?.[0].slice(0, 3) ?? '';
  return `${month} ${[...text.matchAll(/\d+/g)].map((match) => Number(match[0])).join('-')}`.trim();
}

function timeKey(text: string): string {
  if (/noon|midnight/.test(text)) return text;
  const [, hour = '0', minute = '00', half = ''] = /(\d{1,2})(?:[:.](\d{2}))?\s?(am|pm)?/.exec(text) ?? [];
  const hours = half === 'pm' ? (Number(hour) % 12) + 12 : half === 'am' ? Number(hour) % 12 : Number(hour);
  return `${hours}:${minute}`;
}

function squash(text: string): string {
  return text.replace(/\s/g, '');
}
