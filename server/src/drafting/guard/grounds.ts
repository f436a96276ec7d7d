import { type Claim, claimsIn } from './claims.ts';
import { type ContentWord, contentWords } from './content.ts';

/** A piece of a sentence that says one thing. */
export interface Clause {
  readonly start: number;
  readonly end: number;
  readonly content: readonly ContentWord[];
  readonly claims: readonly Claim[];
  readonly isNegated: boolean;
  /** What an "if" in it supposes: something, or that something is not so. */
  readonly supposes: 'yes' | 'no' | '';
  /** `only`, `if`, `unless`, `except`: what narrows it. */
  readonly limits: ReadonlySet<string>;
  /** It begins at a semicolon, a dash, "and" or "but", which may change the subject. */
  readonly isApart: boolean;
  /** It has no subject or verb of its own, as in a list. */
  readonly isBare: boolean;
  /** Where an "and", "or" or "but" stands in it. */
  readonly joins: readonly number[];
  /** How the sentence opens: a yes or a no of its own. */
  readonly opens: 'yes' | 'no' | '';
}

const negation =
  /(?<![a-z])(?:not|never|no(?! (?:worries|problem|matter|idea|strings))|none|neither|nor|without|cannot|cant|nothing|nobody|unable|\w+n't|no longer|sold out|closed|unavailable|isnt|arent|dont|doesnt|wont|didnt|wasnt|stopped|out of stock|refuse|except)(?![a-z])/;
const limit = /(?<![a-z])(?:only|unless|except|if|provided|excluding|but not)(?![a-z])/g;
const opening =
  /^\s*(?:(?:hi|hey|hello|oh|aww|ah)(?: there)?[\s,!.]+)?(yes|yeah|yep|sure|of course|absolutely|definitely|no|nope|sadly(?: no)?|unfortunately(?: not)?)(?=\s*[,.!:;–—-]|\s*$|\s(?:i|we|it|you|they|there|the|my|our|that)(?![a-z]))/;
const coarse = /[,;:](?=\s)|[–—]|\s-\s/g;
const fine = /[,;:](?=\s)|[–—]|\s-\s|\s(?=(?:and|but|while|whereas|plus|so|or)\s)/g;

const supposition = /(?<![a-z])(?:if|unless)(?![a-z])[^,;]*/g;

function supposedIn(text: string): Clause['supposes'] {
  const [supposed] = text.match(supposition) ?? [];
  return supposed === undefined ? '' : negation.test(supposed) ? 'no' : 'yes';
}

/** The clauses of every sentence of a text. */
export function clausesIn(text: string): Clause[] {
  return sentencesIn(text).flatMap(({ start, end }) => clausesOf(text, start, end));
}

/** Sentences by their stops and line breaks; a stop inside a number or an address ends none. */
export function sentencesIn(text: string): { readonly start: number; readonly end: number }[] {
  const found: { start: number; end: number }[] = [];
  let start = 0;
  for (const match of text.matchAll(/[.!?…]+["'”’)]*(?=\s|$)|\n+/g)) {
    const end = match.index + match[0].length;
    if (/(?:^|\s)(?:[A-Z]|[ei]\.[eg]|[ap]\.m|approx|vs|no|st)\.$/.test(text.slice(start, end)) && end < text.length)
      continue;
    if (text.slice(start, end).trim() !== '') found.push({ start, end });
    start = end;
  }
  if (text.slice(start).trim() !== '') found.push({ start, end: text.length });
  return found;
}

/** One sentence at its joints: commas, semicolons and dashes; when `isFine`, at "and" and "but" as well. */
export function clausesOf(text: string, start: number, end: number, isFine = false): Clause[] {
  const sentence = text.slice(start, end);
  const cuts = [
    0,
    ...[...sentence.matchAll(isFine ? fine : coarse)].map((match) => match.index + match[0].length),
    sentence.length,
  ];
  const content = contentWords(text).filter((word) => word.start >= start && word.end <= end);
  const claims = claimsIn(text).filter((claim) => claim.start >= start && claim.end <= end);
  const opens = opening.exec(sentence.toLowerCase())?.[1] ?? '';
  const clauses = cuts.slice(1).map((cut, index): Clause => {
    const from = start + (cuts[index] ?? 0);
    const to = start + cut;
    const own = text.slice(from, to).toLowerCase().replaceAll('’', "'");
    const body = index === 0 ? own.replace(opening, ' ') : own;
    return {
      start: from,
      end: to,
      content: content.filter((word) => word.start >= from && word.start < to && !isInValue(word, claims)),
      claims: claims.filter((claim) => claim.start >= from && claim.start < to),
      isApart:
        /^\s*(?:and|but|while|whereas|plus|so|or)(?![a-z])/.test(own) ||
        /[;:–—]\s*$|\s-\s$/.test(text.slice(start, from)),
      // What an "if" supposes is not said to be so.
      isNegated: negation.test(body.replace(supposition, ' ')),
      isBare: !verb.test(own),
      joins: [...own.matchAll(/\s(?:and|or|but)\s/g)].map((match) => from + match.index),
      supposes: supposedIn(body),
      limits: new Set([...own.matchAll(limit)].map((match) => match[0])),
      opens: index === 0 ? (/^(?:no|sadly|unfor)/.test(opens) ? 'no' : opens === '' ? '' : 'yes') : '',
    };
  });
  return denied(merged(clauses));
}

/** The "euros" of "38 euros" are the claim's own. */
function isInValue(word: ContentWord, claims: readonly Claim[]): boolean {
  return claims.some((claim) => valueKinds.has(claim.kind) && word.start >= claim.start && word.end <= claim.end);
}

const valueKinds = new Set([
  'price',
  'percentage',
  'date',
  'weekday',
  'time',
  'duration',
  'number',
  'url',
  'email',
  'phone',
]);

/** A clause that asserts nothing by itself belongs to the one before it. */
function merged(clauses: readonly Clause[]): Clause[] {
  const out: Clause[] = [];
  for (const clause of clauses) {
    const last = out.at(-1);
    if (last !== undefined && (clause.content.length === 0 || last.content.length === 0) && last.end === clause.start)
      out[out.length - 1] = {
        start: last.start,
        end: clause.end,
        content: [...last.content, ...clause.content],
        claims: [...last.claims, ...clause.claims],
        isApart: last.isApart,
        isNegated: last.isNegated || clause.isNegated,
        isBare: last.isBare && clause.isBare,
        joins: [...last.joins, ...clause.joins],
        supposes: last.supposes === '' ? clause.supposes : last.supposes,
        limits: new Set([...last.limits, ...clause.limits]),
        opens: last.opens,
      };
    else out.push(clause);
  }
  return out;
}

/** "No blood, chat or purchases": what denies the first of a list denies the rest. */
function denied(clauses: readonly Clause[]): Clause[] {
  let isNegated = false;
  return clauses.map((clause) => {
    isNegated = clause.isNegated || (isNegated && clause.isBare && clause.content.length <= 4);
    return isNegated === clause.isNegated ? clause : { ...clause, isNegated };
  });
}

const verb =
  /(?<![a-z])(?:i|we|you|it|they|he|she|there|is|are|was|were|has|have|can|will|do|does|get|gets|come|comes|take|takes)(?![a-z])|'(?:s|re|m|ve|ll)(?![a-z])/;
