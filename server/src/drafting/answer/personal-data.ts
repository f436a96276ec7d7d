import { claimsIn } from '../guard/claims.ts';
import { everydayWords } from '../text/lexicon.ts';

const number = String.raw`\d{1,5}[a-z]?`;
const names = String.raw`(?:[a-z'-]+\s){1,3}`;
/**
 * Patterns for street addresses such as "12 Mill Lane". A word that can also have another meaning ("a 10 minute drive")
 * counts only if it is capitalized.
 */
const addresses = [
  new RegExp(
    String.raw`(?<![\w-])${number},?\s${names}(?:street|road|lane|avenue|ave|boulevard|blvd|crescent|terrace)(?![a-z])`,
    'i',
  ),
  /(?<![\w-])\d{1,5}[a-z]?,?\s(?:[A-Z][a-z'-]+\s){1,3}(?:Rd|St|Ln|Drive|Close|Court|Square|Way|Place|Row|Gardens|Hill|Park)(?![a-z])/,
  /(?<![a-z])(?:rue|via|calle|rua|avenida|boulevard)\s(?:[a-zà-ü'-]+\s){1,4}(?:n[°º.]?\s?)?\d{1,4}(?!\d)/i,
  /(?<![a-z])[a-zà-ü]{3,}(?:straat|stra(?:ß|ss)e|gasse|gatan|laan)\s\d{1,4}[a-z]?(?![a-z\d])/i,
  // A British postcode, whose last two letters are never c, i, k, m, o or v, or an American state with a zip code.
  /(?<![a-z\d])[a-z]{1,2}\d[a-z\d]?\s?\d[abd-hjlnp-uw-z]{2}(?![a-z\d])/i,
  /(?<![A-Za-z])[A-Z]{2}\s\d{5}(?!\d)/,
];

const orderNumbers = [
  /(?<![a-z])(?:order|invoice|booking|tracking|parcel|customer|reference|ticket)\s(?:(?:no|nr|number|id|code|is|ref)[.:]?\s){0,2}(?:is\s)?[#:]?\s?[a-z]{0,4}-?\d{4,}/i,
  /#\s?[a-z]{0,4}-?\d{4,}/i,
  /(?<![A-Za-z\d])[A-Z]{2}\d{9}[A-Z]{2}(?![A-Za-z\d])/,
];

const handle = /(?<![\w.@])@[a-z_][a-z0-9_.]{2,40}/i;
const introduction =
  /(?<![a-z])(?:my (?:full )?name is|my name's|i am called|i'm called)\s(\p{L}[\p{L}'-]+)\s(\p{L}[\p{L}'-]+)/giu;
const selfNaming =
  /(?<!\p{L})(?:[Tt]his is|[Ii] am|[Ii]'m|[Ii]t's|[Mm]y name is|[Oo]n behalf of|[Ss]igned,?)\s(\p{Lu}\p{Ll}+)\s(\p{Lu}[\p{L}'-]+)/gu;

/**
 * Returns true if a phrase contains data about one person: an email address, a phone number, a street address, a link
 * with a path or a query, a handle, an order number, or a full name in an introduction. Ages and towns are not
 * personal, and neither is anything in `own`, which contains the creator's own words in lower case.
 */
export function holdsPersonalData(text: string, own: string): boolean {
  const isOwn = (found: string): boolean => own.includes(found.trim().toLowerCase());
  if (/[@\d/]/.test(text) || /(?<![a-z])(?:dot|at)(?![a-z])/i.test(text)) {
    for (const { kind, key, start, end } of claimsIn(text)) {
      const found = text.slice(start, end);
      if ((kind === 'email' || kind === 'phone') && !isOwn(found) && !isOwn(key)) return true;
      if (kind === 'url' && /[/?=#]/.test(key) && !isOwn(found) && !isOwn(key)) return true;
    }
    const named = handle.exec(text);
    if (named !== null && !isOwn(named[0])) return true;
    for (const pattern of [...addresses, ...orderNumbers]) {
      const match = pattern.exec(text);
      if (match !== null && !isOwn(match[0])) return true;
    }
  }
  return namesPerson(text, isOwn);
}

function namesPerson(text: string, isOwn: (found: string) => boolean): boolean {
  for (const pattern of [introduction, selfNaming])
    for (const [, first = '', last = ''] of text.matchAll(pattern))
      if (isName(first) && isName(last) && !isOwn(`${first} ${last}`)) return true;
  return false;
}

function isName(word: string): boolean {
  return !everydayWords.has(word.toLowerCase().replace(/'s?/, ''));
}
