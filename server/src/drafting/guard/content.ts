import { stem } from '../text/stem.ts';
import { readingOf } from './reading.ts';

export interface ContentWord {
  readonly stem: string;
  readonly start: number;
  readonly end: number;
  /** It is written with a capital where none is due. */
  readonly isName: boolean;
}

/** Words that carry no claim of their own. "Free", "all" and "new" do, and are not here; "only" and "if" are weighed as limits. */
const grammar =
  'a an the this that these those it its i im ive id me my mine we were weve our ours us you your yours youre youve he she him his her they them their is are am was be been being do does did doing done have has had having can could will would shall should may might and or but so because as of at by for with about into to from in on off over than then there here when where who which what how if while both also too just even still yet like let get gets got make makes made go goes going come comes take takes took give gives gave put say says tell see look use uses want need know think find keep seem one ones thing things way ways really quite rather very actually simply well now';
const courtesy =
  'hi hello hey dear yes yeah yep yup no nope sure course absolutely thanks thank thx please sorry welcome great good nice lovely glad happy love hope hopes helps help question questions ask asking asked reach feel message messages writing wrote hear hearing from much lot lots kind sweet wonderful amazing awesome ok okay oh ah aww haha anything further more interest interested appreciate appreciated enjoy cheers wishes answer worries problem pleasure totally excited means mean cool happily afraid sadly unfortunately reaching out news heads usually normally typically generally per long short stay stays stayed send sending only if unless except currently keeps kept any though each fit fits word notice dropping chance meanwhile note quick bit little again sent ha haha happen happens before after cover covers offer offers contain includes include pop drop spot curious asks wonder wondering fan fans support supporting around actually honestly basically btw fyi ps right';
/** Other forms of words above: what a word does not claim, its forms do not. "Used" is another word. */
const forms =
  'been going gone came given gotten making taken told said saw seen looked looking wanted needed needing knew known found kept keeping included including covered covering contained containing offered offering helped helping asked messaged wished enjoyed enjoying appreciated supports supported runs beforehand either';
const neutral: ReadonlySet<string> = new Set(`${grammar} ${courtesy} ${forms}`.split(' '));

/** One word for another that cannot change what is claimed. Left is read as right. */
const same: Readonly<Record<string, string>> = Object.fromEntries(
  'deliver:ship delivery:ship shipping:ship shipment:ship post:ship postage:ship mail:ship cost:price pricing:price priced:price picture:photo pic:photo image:photo photograph:photo video:video clip:video colour:color begin:start began:start mailing:ship purchase:buy order:order lesson:lesson globally:worldwide internationally:worldwide anywhere:worldwide website:site webpage:page currently:current runs:run takes:take receive:get located:base until:till'
    .split(' ')
    .map((pair) => {
      const [from = '', to = ''] = pair.split(':');
      return [stem(from), stem(to)];
    }),
);

/** The words of a text that assert something, in order: stems, with near synonyms as one. Numbers are the ledger's. */
export function contentWords(text: string): ContentWord[] {
  const reading = readingOf(text);
  return [...reading.text.matchAll(/[\p{L}\p{N}]+(?:'[\p{L}]+)*/gu)].flatMap((match) => {
    const plain = match[0].replace(/'(?:s|re|ve|ll|d|m)$/, '').replaceAll("'", '');
    if (/^\p{N}/u.test(plain) || plain.length < 2 || neutral.has(plain) || negating.test(plain)) return [];
    const after = reading.text.slice(match.index, match.index + 20);
    if (because.test(after) || (lasting.test(after) && !/(?:the|my|our) $/.test(reading.text.slice(0, match.index))))
      return [];
    if (isWished(plain, reading.text.slice(Math.max(0, match.index - 24), match.index), after)) return [];
    const start = reading.offsets[match.index] ?? 0;
    const end = reading.offsets[match.index + match[0].length] ?? text.length;
    const stemmed = stem(infinitive(plain));
    const opens = /(?:^|[.!?:\n"“(]\s*)$/.test(text.slice(0, start));
    return [{ stem: same[stemmed] ?? stemmed, start, end, isName: !opens && /^\p{Lu}/u.test(text.slice(start, end)) }];
  });
}

export function contentStems(text: string): string[] {
  return contentWords(text).map((word) => word.stem);
}

/** "It lasts 50 minutes" says no more than "it is". */
const lasting = /^last(?:s|ing)? (?:(?:about|around|up to|for) )?\d/;

/** "Have a lovely day", "any other questions": no day and nothing other is spoken of. */
function isWished(word: string, before: string, after: string): boolean {
  return word === 'day'
    ? /\bhave an? [a-z]+ $/.test(before)
    : word === 'other' && /^other questions?(?![a-z])/.test(after);
}

/** "Since every exercise has three": a reason, no time. */
const because = /^since (?:every|each|all|it|i|we|you|they|there|everything)(?![a-z])/;

/**
 * The form that short verbs share with their own past, which the stem alone does not: "baked" and "bake", "copied" and
 * "copy". A short verb that ends otherwise would have doubled its last letter.
 */
function infinitive(word: string): string {
  if (/^[a-z]{2,3}ied$/.test(word)) return word.replace(/ied$/, 'y');
  return /^[b-df-hj-np-tv-z]{1,2}[aeiou][b-df-hj-np-tvz](?:ed|ing)$/.test(word)
    ? word.replace(/(?:ed|ing)$/, 'e')
    : word;
}

/** Negations are weighed as polarity, not as words. */
const negating =
  /^(?:not|never|without|neither|nor|none|nobody|nothing|cannot|cant|wont|aint|(?:do|does|did|is|are|was|were|has|have|had|would|could|should|must|need|might)nt)$/;
