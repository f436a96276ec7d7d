import { monthNames } from '../../text/calendar.ts';
import { readAlternatives, readLines, readPairs, readWords } from '../../text/read-lexicon.ts';
import { readingOf } from '../reading.ts';

/** The supported languages (ISO 639-1), in the order of the columns of `concepts.txt`. */
const languages = ['es', 'fr', 'de', 'it', 'pt', 'nl'];

interface Compiled {
  /** First person, future tense: a promise. */
  readonly vow: RegExp;
  readonly danger: RegExp;
  readonly words: RegExp;
  readonly english: ReadonlyMap<string, string>;
  readonly small: ReadonlySet<string>;
  readonly ordinary: ReadonlySet<string>;
  readonly concepts: readonly (readonly [string, string])[];
}

const compiled = new Map<string, Compiled>();

/** Whether a reply in that language (ISO 639-1) can be compared with the approved texts. */
export function isComparable(language: string): boolean {
  return languages.includes(language);
}

/** Whether a message in that language contains a word of danger. Also true if this cannot be determined. */
export function isAlarming(message: string, language: string): boolean {
  return compile(language)?.danger.test(readingOf(message).text) ?? true;
}

const months = monthNames.join('|');
const one = 'un|una|une|uno|um|uma|ein|eine|einen|einem|einer|een';
/** A number that the table does not contain was approved by nobody. */
const unread =
  /(?<![\p{L}\p{N}])(?:\p{L}*(?:zwanzig|drei[sß]+ig|vierzig|funfzig|sechzig|siebzig|achtzig|neunzig|hundert|tausend|twintig|dertig|veertig|vijftig|zestig|zeventig|tachtig|negentig|honderd|duizend)|(?:venti|trenta?|quarant|cinquant|sessant|settant|ottant|novant|vingt|soixante|veinti|quinient|quinhent|\p{L}+cient[oa]s|\p{L}+cent[oa]s)\p{L}*|mille|mil|mila)(?![\p{L}\p{N}])/gu;
const address = /https?:\/\/\S+|\S+@\S+|[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+\S*/gu;
const plainWord = new RegExp(`${address.source}|\\p{Ll}[\\p{Ll}'-]*`, 'gu');

/**
 * A text in the form that the ledger can read: the parts of claims, and the subjects of creators, in English as far as
 * the tables reach; everything else unchanged. Lower case, without accents.
 */
export function inEnglish(text: string, language: string): string {
  const known = compile(language);
  if (known === null) return text;
  const { words, english, ordinary } = known;
  const plain = folded(text)
    .replace(/^(\s*[¡¿]?\s*)si(?=[,!.])/, '$1YES')
    .replace(/(\d)\s?h\s?(\d{2})(?!\d)/g, '$1:$2')
    // If no verb is known, a semicolon marks the end of a negation.
    .replace(/;(?=\s)/g, '.');
  const vow = (verb: string) => (ordinary.has(verb) ? verb : `I WILL ${verb.toUpperCase()}`);
  // Words already read are in capitals until all have been read.
  return plain
    .replace(words, (found) => english.get(found)?.toUpperCase() ?? found)
    .replace(known.vow, vow)
    .replace(/<NE> ?/g, '')
    .replace(/(?<!\d)([2-9]0) (?:y|e|et|und|en) ([1-9])(?!\d)/g, (_, tens: string, rest: string) =>
      String(Number(tens) + Number(rest)),
    )
    .replace(unread, '98765')
    .replace(new RegExp(`(?<![a-z])(?:${one}) (?=(?:WORKING )?(?:DAY|WEEK|MONTH|YEAR|HOUR|MINUTE)S?\\b)`, 'g'), '1 ')
    .replace(new RegExp(`(\\d)(?:er|ª|º|\\.)? (?:de |di |d'|del )?(?=(?:${months})\\b)`, 'gi'), '$1 ')
    .replace(new RegExp(`(?<=\\b(?:${months})) (?:de|del|di) (?=\\d{4})`, 'gi'), ' ')
    .replace(/(?<=\d) ?(?:a|al|alle|bis|tot|au|ate|as|e|y|et|und|en) (?:las |les |le |los )?(?=\d)/g, ' TO ')
    .replace(/(?<=DAY) (?:a|al|bis|tot|au) (?=(?:MON|TUES|WEDNES|THURS|FRI|SATUR|SUN)DAY)/g, ' TO ')
    .replace(/(?<=\d) (?=[€£$])/g, '')
    .replace(plainWord, (word) => (/[.@/]/.test(word) ? word : (conceptOf(word, language) ?? word)))
    .toLowerCase();
}

/** One word of a reply: its subject in English, '' if it claims nothing, null if it is unknown. */
export function conceptOf(word: string, language: string): string | null {
  const known = compile(language);
  const plain = folded(word).replace(/^[a-z]'/, '');
  if (known === null) return null;
  if (known.small.has(plain) || known.english.has(plain) || plain.length < 2) return '';
  return known.concepts.find(([prefix]) => plain.startsWith(prefix))?.[1] ?? null;
}

/** Lower case, without accents, with one kind of apostrophe. */
export function folded(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .normalize('NFC')
    .replace(/[’‘´`]/g, "'");
}

function compile(language: string): Compiled | null {
  const before = compiled.get(language);
  if (before !== undefined) return before;
  if (!isComparable(language)) return null;
  const file = `languages/${language}`;
  const pairs = [...readPairs(file, 'pairs')]
    .map(([from, to]) => [from.replaceAll('_', ' '), to.replaceAll('_', ' ')] as const)
    .toSorted(([one], [other]) => other.length - one.length);
  const endings = readWords(file, 'future endings');
  const made: Compiled = {
    words: new RegExp(
      `(?<![\\p{L}\\p{N}_@./-])(?:${pairs.map(([from]) => (from.endsWith("'") ? from : `${from}(?![\\p{L}\\p{N}_@/]|[.-][\\p{L}\\p{N}])`)).join('|')})`,
      'gu',
    ),
    english: new Map(pairs),
    small: new Set(readWords(file, 'small')),
    vow: endings.length === 0 ? /(?!)/g : new RegExp(`(?<![a-z])[a-z]{2,12}(?:${endings.join('|')})(?![a-z])`, 'g'),
    ordinary: new Set(readWords(file, 'ordinary')),
    danger: new RegExp(`(?<![a-z])(?:${readAlternatives(file, 'danger')})`),
    concepts: conceptsOf(language),
  };
  compiled.set(language, made);
  return made;
}

/**
 * The beginnings of words in that language, the longest first, with their subjects: all of them if there are several.
 */
function conceptsOf(language: string): readonly (readonly [string, string])[] {
  const column = languages.indexOf(language) + 1;
  const found = new Map<string, string>();
  for (const row of readLines('concepts')) {
    const cells = row.split('|');
    for (const prefix of (cells[column] ?? '').split('/'))
      found.set(prefix, [found.get(prefix) ?? '', cells[0] ?? ''].join(' ').trim());
  }
  return [...found].toSorted(([one], [other]) => other.length - one.length);
}
