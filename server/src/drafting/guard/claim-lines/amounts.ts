import type { ClaimLine } from '../claims.ts';

const number = String.raw`\d{1,9}(?:[.,]\d{1,3}){0,3}k?`;
const names: Readonly<Record<string, string>> = {
  '€': 'eur', eur: 'eur', euro: 'eur', euros: 'eur', eu: 'eur',
  $: 'usd', usd: 'usd', dollar: 'usd', dollars: 'usd', buck: 'usd', bucks: 'usd',
  '£': 'gbp', gbp: 'gbp', pound: 'gbp', pounds: 'gbp', quid: 'gbp', sterling: 'gbp',
  '¥': 'jpy', jpy: 'jpy', yen: 'jpy', '₹': 'inr', inr: 'inr', rupees: 'inr', chf: 'chf', francs: 'chf',
  kr: 'kr', sek: 'kr', nok: 'kr', dkk: 'kr', kronor: 'kr', kroner: 'kr', cad: 'cad', aud: 'aud', brl: 'brl', reais: 'brl',
  cent: 'cent', cents: 'cent', pence: 'cent', '₿': 'btc', btc: 'btc', bitcoin: 'btc',
}; // biome-ignore format: a table
const dollars: Readonly<Record<string, string>> = {
  a: 'aud', au: 'aud', c: 'cad', ca: 'cad', r: 'brl', nz: 'nzd', hk: 'hkd', s: 'sgd', sg: 'sgd', mx: 'mxn', nt: 'twd',
}; // biome-ignore format: a table
const words = Object.keys(names)
  .filter((name) => /^[a-z]/.test(name) && name !== 'eu')
  .join('|');
const signs = '[€$£¥₹₿]';

/** Money, shares and what is given away. */
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
    pattern:
      /(?<![a-z-])(?:free of charge|for free|free(?! (?:of|to|from|on|in|slots?|spots?|dates?|times?|day|hand|form|hour)(?![a-z]))|complimentary|gratis|at no (?:extra )?cost|no (?:extra )?(?:cost|charge|fee)|half[- ]price|half off|on the house|on me|my treat|buy 1 get 1|buy one get one|bogo|2 for 1|two for one)(?![a-z-])/g,
    key: ({ 0: text, index = 0, input = '' }) =>
      /feel $/.test(input.slice(Math.max(0, index - 5), index)) ? '' : freeKey(text),
  },
  {
    kind: 'percentage',
    pattern: new RegExp(`(?<![a-z0-9.,])${number}(?:\\s?-\\s?${number})?\\s?(?:%|percent|per cent|pct)`, 'g'),
    key: ([text]) => amounts(text).join('-'),
  },
];

/** Every number in the text, as written in digits: thousands separators gone, a decimal comma a point. */
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
  // "A$240" and "R$240" are other dollars.
  const other = own === '$' && /^[a-z]/.test(sign) && sign !== 'us' ? sign : '';
  return `${amounts(text).join('-')} ${dollars[other] ?? names[own] ?? own}`;
}

function freeKey(text: string): string {
  if (/half/.test(text)) return 'half';
  return /1|one/.test(text) ? 'one of two' : /cost|charge|fee/.test(text) && !/free/.test(text) ? 'no cost' : 'free';
}
