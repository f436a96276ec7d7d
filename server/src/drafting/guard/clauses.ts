import { type Claim, claimsIn } from './claims.ts';
import { type ContentWord, contentWords } from './content.ts';

/** A part of a clause with one polarity. */
export type Part = Pick<Clause, 'content' | 'claims' | 'isNegated' | 'denials'>;

/** A part of a sentence that makes one statement. */
export interface Clause {
  readonly start: number;
  readonly end: number;
  readonly content: readonly ContentWord[];
  readonly claims: readonly Claim[];
  readonly isNegated: boolean;
  /** The number of negations in the clause: "aren't never" has two. */
  readonly denials: number;
  /**
   * The parts of the clause between which a negation may begin or end: "in full size | and no watermark". Empty if
   * there is only one part.
   */
  readonly parts: readonly Part[];
  /**
   * The condition that an "if" in the clause states: that something is true, or that it is not. '' if there is no
   * condition.
   */
  readonly supposes: 'yes' | 'no' | '';
  /** The words that narrow the clause: `only`, `if`, `unless`, `except`. */
  readonly limits: ReadonlySet<string>;
  /** True if the clause begins at a semicolon, a dash, "and" or "but", which may change the subject. */
  readonly isApart: boolean;
  /** True if the clause begins a new main clause (see `opensMain`). */
  readonly isMain: boolean;
  /** True if the clause has no subject or verb of its own, as in a list. */
  readonly isBare: boolean;
  /** The positions of "and", "or" and "but" in the clause. */
  readonly joins: readonly number[];
  /** The separate yes or no that opens the sentence; '' if there is none. */
  readonly opens: 'yes' | 'no' | '';
}

const negation =
  /(?<![a-z])(?:not|never|no(?! (?:worries|problem|matter|idea|strings))|none|neither|nor|without|cannot|cant|nothing|nobody|unable|\w+n't|no longer|sold out|closed|unavailable|isnt|arent|dont|doesnt|wont|didnt|wasnt|stopped|out of stock|refuse|except)(?![a-z])/;
const allNegations = new RegExp(negation, 'g');
const limit = /(?<![a-z])(?:only|unless|except|if|provided|excluding|but not|(?:as|so) long as)(?![a-z])/g;
/** Matches an inverted condition: "Should I be ill, …" states the same condition as "if I am ill". */
const inverted = /^(\s*)should (?=(?:i|we|you|it|they|he|she|anything|something|there)(?![a-z])[^?]*,)/;
const opening =
  /^\s*(?:(?:hi|hey|hello|oh|aww|ah)(?: there)?[\s,!.]+)?(yes|yeah|yep|sure|of course|absolutely|definitely|no|nope|sadly(?: no)?|unfortunately(?: not)?)(?=\s*[,.!:;–—-]|\s*$|\s(?:i|we|it|you|they|there|the|my|our|that)(?![a-z]))/;
const coarse = /[,;:](?=\s)|[–—]|\s-\s/g;
const fine = /[,;:](?=\s)|[–—]|\s-\s|\s(?=(?:and|but|while|whereas|plus|so|or)\s)/g;

const supposition = /(?<![a-z])(?:if|unless)(?![a-z])[^,;]*/g;

function supposedIn(text: string): Clause['supposes'] {
  const [supposed] = text.match(supposition) ?? [];
  return supposed === undefined ? '' : negation.test(supposed) ? 'no' : 'yes';
}

/** Returns the clauses of every sentence in a text. */
export function clausesIn(text: string): Clause[] {
  return sentencesIn(text).flatMap(({ start, end }) => clausesOf(text, start, end));
}

/**
 * Splits a text into sentences at full stops and line breaks. A full stop inside a number or an address does not end a
 * sentence.
 */
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

/**
 * Splits one sentence into clauses at commas, semicolons and dashes. If `isFine` is true, also splits it at "and" and
 * "but".
 */
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
    const own = text.slice(from, to).toLowerCase().replaceAll('’', "'").replace(inverted, '$1if     ');
    const body = index === 0 ? own.replace(opening, ' ') : own;
    const held = {
      content: content.filter((word) => word.start >= from && word.start < to && !isInValue(word, claims)),
      claims: claims.filter((claim) => claim.start >= from && claim.start < to),
    };
    return {
      ...held,
      start: from,
      end: to,
      parts: partsOf(own, from, held),
      isApart:
        (/^\s*(?:and|but|while|whereas|plus|so|or)(?![a-z])/.test(own) && !sameSubject.test(own)) ||
        /[;:–—]\s*$|\s-\s$/.test(text.slice(start, from)),
      // A clause with an "if" does not assert its condition.
      isNegated: negation.test(body.replace(supposition, ' ')),
      denials: denialsIn(body.replace(supposition, ' ')),
      isMain: opensMain(text.slice(start, from), text.slice(from, end).toLowerCase()),
      isBare: !verb.test(own),
      joins: [...own.matchAll(/\s(?:and|or|but)\s/g)].map((match) => from + match.index),
      supposes: supposedIn(body),
      limits: limitsOf(own),
      opens: index === 0 ? (/^(?:no|sadly|unfor)/.test(opens) ? 'no' : opens === '' ? '' : 'yes') : '',
    };
  });
  return denied(conditioned(merged(clauses), text));
}

/** Returns true if the word is part of a claim's value, such as "euros" in "38 euros". */
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

/** Merges adjacent clauses if one of them has no content words. Such a clause asserts nothing by itself. */
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
        isMain: last.isMain,
        parts: joined(last, clause),
        isNegated: last.isNegated || clause.isNegated,
        denials: last.denials + clause.denials,
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

/**
 * Returns true if a new main clause begins, to which an earlier negation does not extend: "; later than that, it counts
 * as taken" and ", and later than that, it counts".
 */
function opensMain(before: string, rest: string): boolean {
  if (/;\s*$/.test(before)) return verb.test(rest.split(';')[0] ?? '');
  return /^\s*(?:and|but|so)\s[^,;]*,\s(?:it|they|you|i|we|there|he|she)(?![a-z])/.test(rest);
}

function limitsOf(text: string): ReadonlySet<string> {
  return new Set(text.match(limit));
}

/** Matches a clause that has the same subject as the previous clause, such as "and costs €16". */
const sameSubject =
  /^\s*(?:and|but|or|so|plus) (?:also |then |just |only |it )?(?:it's|costs?|is|was|takes|holds|comes|has|includes|lasts|ships|runs|starts|begins|ends|measures|weighs|fits|keeps|needs|gets|goes|arrives|leaves|contains|covers|works)(?![a-z])/;

function denialsIn(text: string): number {
  return text.match(allNegations)?.length ?? 0;
}

const denialMayTurn = /(?<=\S)\s(?=(?:and|but|or|while|so)\s|with (?:no|nothing)\s|without\s)/g;

function partsOf(own: string, from: number, { content, claims }: Pick<Clause, 'content' | 'claims'>): Part[] {
  const cuts = [0, ...[...own.matchAll(denialMayTurn)].map(({ index }) => index), own.length];
  if (cuts.length === 2) return [];
  let isNegated = false;
  return cuts.slice(1).map((cut, index) => {
    const [start, end] = [from + (cuts[index] ?? 0), from + cut];
    const piece = own.slice(cuts[index], cut);
    const inside = content.filter((word) => word.start >= start && word.start < end);
    const isListed = isNegated && !verb.test(piece) && inside.length <= 4;
    const denials = denialsIn(piece.replace(supposition, ' '));
    isNegated = denials > 0 || isListed;
    const values = claims.filter((claim) => claim.start >= start && claim.start < end);
    return { content: inside, claims: values, isNegated, denials };
  });
}

function joined(one: Clause, other: Clause): readonly Part[] {
  if (one.parts.length === 0 && other.parts.length === 0) return [];
  return [one, other].flatMap((clause) => (clause.parts.length === 0 ? [clause] : clause.parts));
}

const condition = /^\s*(?:if|unless|except|provided|excluding|but not|(?:as|so) long as|(?:but|though) only)(?![a-z])/;

/**
 * Adds the limits in a condition to the adjacent clause: "If I'm ever ill, a colleague takes over", "refunds within 7
 * days, unless you have joined".
 */
function conditioned(clauses: readonly Clause[], text: string): Clause[] {
  const isCondition = (clause: Clause): boolean => condition.test(text.slice(clause.start, clause.end).toLowerCase());
  return clauses.map((clause, at) => {
    const [before, after] = [clauses[at - 1], clauses[at + 1]];
    if (clause.supposes !== '') return clause;
    const isUnder = before !== undefined && before.supposes !== '' && !clause.isApart;
    const words = [
      ...(isUnder ? [...before.limits].filter((word) => word === 'if' || word === 'unless') : []),
      ...(after !== undefined && isCondition(after) ? after.limits : []),
    ];
    return words.length === 0 ? clause : { ...clause, limits: new Set([...clause.limits, ...words]) };
  });
}

/** Extends the negation of the first entry in a list to the other entries: "No blood, chat or purchases". */
function denied(clauses: readonly Clause[]): Clause[] {
  let isNegated = false;
  return clauses.map((clause) => {
    isNegated = clause.isNegated || (isNegated && !clause.isMain && clause.isBare && clause.content.length <= 4);
    return isNegated === clause.isNegated ? clause : { ...clause, isNegated, parts: [] };
  });
}

const verb =
  /(?<![a-z])(?:i|we|you|it|they|he|she|there|is|are|was|were|has|have|can|will|do|does|get|gets|come|comes|take|takes)(?![a-z])|'(?:s|re|m|ve|ll)(?![a-z])/;
