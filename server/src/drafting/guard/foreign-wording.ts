import type { Persona } from '../../domain/persona.ts';
import { readTable } from '../text/read-lexicon.ts';
import type { ApprovedItem } from './approved-items.ts';
import type { Breach, BreachKind, LedgerClaim } from './breach.ts';
import { type Claim, claimsIn } from './claims.ts';
import { contentStems } from './content.ts';
import { isDeniedAlike, isLimitedAlike, overlap } from './free-wording.ts';
import { type Clause, clausesIn, sentencesIn } from './grounds.ts';
import { conceptOf, folded, inEnglish } from './languages/in-english.ts';
import { wordsOf } from './wording.ts';

/** An approved item in a form that can be compared with a reply in another language. */
interface Ground {
  readonly id: string;
  readonly claims: readonly Claim[];
  readonly keys: ReadonlySet<string>;
  readonly clauses: readonly Clause[];
  readonly stems: ReadonlySet<string>;
  readonly words: ReadonlySet<string>;
}

/**
 * Checks a piece of a reply in a language other than English, as far as languages can be compared. Every value, link,
 * code and name must belong to a used item, with the same limits and the same polarity. A commitment must be approved.
 * The subjects must be those of the items, and no more words may be unknown than known. A surface that shows the piece
 * must still ask the creator.
 */
export function foreignWording(
  { reply, start, end, language }: { reply: string; start: number; end: number; language: string },
  used: readonly ApprovedItem[],
  persona: Persona,
): { readonly claims: LedgerClaim[]; readonly breaches: Breach[] } {
  const grounds = used.map((item) => groundOf(item, language));
  const claims: LedgerClaim[] = [];
  const breaches: Breach[] = [];
  for (const sentence of sentencesIn(reply.slice(start, end))) {
    const place = { start: start + sentence.start, end: start + sentence.end };
    const said = reply.slice(place.start, place.end);
    const english = inEnglish(said, language);
    const found: BreachKind[] = [];
    const values = claimsIn(english);
    for (const { kind, key, qualifier } of values) {
      const bearers = kind === 'human' ? [] : grounds.filter(({ keys }) => keys.has(`${kind}:${key}`));
      claims.push({ kind, ...place, itemId: bearers[0]?.id ?? null });
      const twins = bearers.flatMap((item) => item.claims.filter((own) => own.kind === kind && own.key === key));
      if (bearers.length === 0) found.push(kind);
      else if (twins.length > 0 && !twins.some((own) => own.qualifier === qualifier)) found.push('qualifier');
    }
    const { unknown, known, isStrange } = wordsSaid(said, { language, grounds, values: values.length });
    if (isStrange || unknown > known) found.push('sentence');
    if (hasStrangeName(said, { language, grounds, persona })) found.push('name');
    const clauses = clausesIn(english);
    found.push(...clauses.flatMap((clause) => faultsOf(clause, clauses, grounds)));
    const source = grounds.find(({ keys }) => values.some(({ kind, key }) => keys.has(`${kind}:${key}`))) ?? grounds[0];
    claims.push({ kind: 'sentence', ...place, itemId: found.length > 0 ? null : (source?.id ?? null) });
    for (const kind of new Set(found)) breaches.push({ kind, ...place, what: said });
  }
  return { claims, breaches };
}

function groundOf(item: ApprovedItem, language: string): Ground {
  const own = inEnglish(item.text, language);
  // The comparable text of an item in that language; the text itself of an item in English.
  const isEnglish = likeness(item.text, 'en') >= likeness(item.text, language);
  const more = isEnglish ? [] : claimsIn(own);
  const stems = isEnglish ? [] : contentStems(own);
  return {
    id: item.id,
    claims: isEnglish ? item.claims : more,
    keys: new Set([...item.keys, ...more.map(({ kind, key }) => `${kind}:${key}`)]),
    clauses: isEnglish ? item.clauses : [own, ...item.names.map((name) => name.join(' '))].flatMap(clausesIn),
    stems: new Set([...item.stems, ...stems]),
    words: new Set(
      [item.text, ...item.names.map((name) => name.join(' '))].flatMap((text) =>
        wordsOf(folded(text)).map(({ word }) => word),
      ),
    ),
  };
}

const smallEnglish = new Set(readTable('small-words').get('en'));

function likeness(text: string, language: string): number {
  return wordsOf(text).filter(({ word }) =>
    language === 'en' ? smallEnglish.has(word) : !smallEnglish.has(word) && conceptOf(word, language) === '',
  ).length;
}

/**
 * The number of words in a sentence that are an item's own or refer to a subject of an item, and the number of unknown
 * words.
 */
function wordsSaid(
  said: string,
  { language, grounds, values }: { language: string; grounds: readonly Ground[]; values: number },
) {
  let known = values;
  let unknown = 0;
  let isStrange = false;
  for (const { word } of wordsOf(folded(said))) {
    if (!/^\p{L}/u.test(word) || /[.@/]/.test(word)) continue;
    const concept = conceptOf(word, language);
    if (concept === '') continue;
    const stems = contentStems(concept ?? word);
    const plainly = [word, ...(concept ?? '').split(' ')];
    const isHeld = (item: Ground): boolean =>
      plainly.some((each) => item.words.has(each)) ||
      stems.some((each) => item.stems.has(each)) ||
      hasCognate(item, word);
    if (grounds.some(isHeld)) known += 1;
    else if (concept === null) unknown += 1;
    else if (stems.length > 0) isStrange = true;
  }
  return { known, unknown, isStrange };
}

const cognateLength = 5;

function hasCognate({ words }: Ground, word: string): boolean {
  return word.length >= cognateLength && [...words].some((own) => own.startsWith(word.slice(0, cognateLength)));
}

/**
 * A capital where none is required, on a word that no item contains. In a language that capitalises all nouns, two of
 * them in a row.
 */
function hasStrangeName(
  said: string,
  { language, grounds, persona }: { language: string; grounds: readonly Ground[]; persona: Persona },
): boolean {
  const about = new Set(wordsOf(folded(persona.about ?? '')).map(({ word }) => word));
  const strange = wordsOf(said).map(({ start, end }, at) => {
    const word = said.slice(start, end);
    const isOpening = at === 0 || /[.!?:¡¿"“«(]\s*$/.test(said.slice(0, start));
    if (isOpening || !/^\p{Lu}/u.test(word)) return false;
    const bare = folded(word);
    return (
      conceptOf(bare, language) === null &&
      !about.has(bare) &&
      !grounds.some((item) => item.words.has(bare) || hasCognate(item, bare))
    );
  });
  // "EU" instead of "UK": an abbreviation is a name in every language.
  const isAbbreviated = wordsOf(said).some(({ start, end }) => {
    const word = said.slice(start, end);
    return /^\p{Lu}{2,}\d*$/u.test(word) && !grounds.some((item) => item.words.has(folded(word)));
  });
  if (isAbbreviated) return true;
  return strange.some((isOne, at) => isOne && (language !== 'de' || strange[at + 1] === true));
}

/**
 * The faults of a clause besides its values: it denies, narrows or supposes something that the closest approved clause
 * does not, or the reverse.
 */
function faultsOf(clause: Clause, sentence: readonly Clause[], grounds: readonly Ground[]): BreachKind[] {
  const scored = grounds.flatMap(({ clauses }) => clauses.map((twin) => ({ twin, score: overlap(clause, twin) })));
  const top = Math.max(0, ...scored.map(({ score }) => score));
  const near = scored.filter(({ score }) => score === top && score > 0).map(({ twin }) => twin);
  if (near.length === 0) return clause.isNegated || clause.limits.size > 0 ? ['polarity'] : [];
  const alike = near.filter((twin) => isDeniedAlike(twin, clause));
  if (alike.length === 0) return ['polarity'];
  return alike.some((twin) => isLimitedAlike(twin, clause, sentence)) ? [] : ['limit'];
}
