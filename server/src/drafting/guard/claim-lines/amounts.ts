import { readLines, readTable } from '../../text/read-lexicon.ts';
import type { ClaimLine } from './claim-line.ts';

const number = String.raw`\d{1,9}(?:[.,]\d{1,3}){0,3}k?`;
const names = byName(readTable('claims', 'currencies'));
const dollars = byName(readTable('claims', 'dollars'));
// "EU" means a currency only next to a sign.
const words = [...names.keys()].filter((name) => /^[a-z]/.test(name) && name !== 'eu').join('|');
const free = readLines('claims', 'free').join('|');
const signs = '[€$£¥₹₿]';

/** Patterns for prices, percentages and free offers. */
export const amountLines: readonly ClaimLine[] = [
  {
    kind: 'price',
    pattern: new RegExp(
      `(?:(?:us|ca|au|nz|hk|sg|mx|nt)\\s?|(?<![a-z])[acrs](?=\\$))?${signs}\\s?${number}(?:\\s?-\\s?${signs}?\\s?${number})?|(?<![a-z0-9])(?:eur|usd|gbp|chf|cad|aud)\\s?${number}|(?<![a-z0-9.,])${number}\\s?(?:${signs}|(?:${words})(?![a-z]))`,
      'g',
    ),
    key: ([text]) => moneyKey(text),
  },
  {
    kind: 'price',
    pattern: new RegExp(`(?<![a-z-])(?:${free})(?![a-z-])`, 'g'),
    key: ({ 0: text, index = 0, input = '' }) =>
      /feel $/.test(input.slice(Math.max(0, index - 5), index)) ? '' : freeKey(text),
  },
  {
    kind: 'percentage',
    pattern: new RegExp(`(?<![a-z0-9.,])${number}(?:\\s?-\\s?${number})?\\s?(?:%|percent|per cent|pct)`, 'g'),
    key: ([text]) => amounts(text).join('-'),
  },
];

/** Returns the value of every number in digits, such as "1,250", "9,50" and "2k". */
export function amounts(text: string): number[] {
  return [...text.matchAll(/\d{1,9}(?:[.,]\d{1,3}){0,3}k?/g)].map(([digits]) => {
    const isThousands = digits.endsWith('k');
    const plain = isThousands ? digits.slice(0, -1) : digits;
    const isDecimal = /[.,]\d{1,2}$/.test(plain);
    const value = Number(
      isDecimal ? plain.replace(/[.,](?=\d{3}(?:\D|$))/g, '').replace(',', '.') : plain.replace(/[.,]/g, ''),
    );
    return isThousands ? value * 1000 : value;
  });
}

function moneyKey(text: string): string {
  const sign = /[€$£¥₹₿]|[a-z]+/.exec(text.replace(/\dk/g, '0'))?.[0] ?? '';
  const own = /[€$£¥₹₿]/.exec(text)?.[0] ?? sign;
  // "A$240" and "R$240" are amounts in dollars of other countries.
  const other = own === '$' && /^[a-z]/.test(sign) && sign !== 'us' ? sign : '';
  return `${amounts(text).join('-')} ${dollars.get(other) ?? names.get(own) ?? own}`;
}

function freeKey(text: string): string {
  if (/half/.test(text)) return 'half';
  return /1|one/.test(text) ? 'one of two' : /cost|charge|fee/.test(text) && !/free/.test(text) ? 'no cost' : 'free';
}

function byName(table: ReadonlyMap<string, readonly string[]>): ReadonlyMap<string, string> {
  return new Map([...table].flatMap(([code, list]) => list.map((name) => [name, code] as const)));
}
