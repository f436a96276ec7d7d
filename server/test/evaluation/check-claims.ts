/** An approved item that the reply says it uses. */
export interface Ground {
  readonly text: string;
  readonly name?: string;
  readonly price?: string;
  readonly url?: string;
  readonly code?: string;
}

export interface Ungrounded {
  readonly what: string;
  readonly why: 'value' | 'address' | 'name' | 'commitment' | 'denial' | 'letters' | 'word' | 'said of something else';
}

interface Word {
  readonly plain: string;
  readonly raw: string;
  readonly opens: boolean;
}

const valueWords = list(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand dozen half couple fortnight january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday today tomorrow tonight weekend noon midnight euro euros dollar dollars pound pounds bucks quid percent second seconds minute minutes hour hours day days week weeks month months year years overnight',
);
const commitmentWords = list(
  "refund refunds refunded discount discounts promise promised guarantee guaranteed free exclusive shoutout shout-out compensation reimburse will i'll we'll you'll sent shipped cancelled canceled booked updated human bot robot ai person personally instructions prompt rules policy only always every all never gift code dot at com",
);
const denialWords = list("not no never none don't doesn't isn't aren't can't cannot won't without nothing");
const plainWords = list(
  "a an the this that these it it's its i i'm i've me my we we're our us you you're your he she they them is are was were be been do does did have has had can could would should may and or but so because as of for with about into to from in on off over than then there's there here when where who which what how if while both also too just still yet like let get got make made go come take give put say tell see look use want need know think find keep hi hello hey dear yes yeah sure course absolutely thanks thank please sorry welcome great good nice lovely glad happy love hope helps help question asking ask reach feel message much lot kind day ok oh ah afraid sadly",
);

/**
 * Returns everything in a reply that the grounds do not contain, found word by word and independently of the product's
 * own guard. A value, an address, a name, a commitment or a denial must occur in the grounds unchanged, and near the
 * same words; of any other word, at least the beginning must occur. This check counts what the guard misses, so it is
 * strict about values and lenient about endings.
 */
export function ungroundedClaims(reply: string, items: readonly Ground[]): Ungrounded[] {
  const grounds = items.flatMap(({ text, name, price, url, code }) => [
    wordsIn(text),
    ...[name, price, url, code].filter((field) => field !== undefined).map(wordsIn),
  ]);
  const known = new Set(grounds.flat().map(({ plain }) => plain));
  const beginnings = new Set([...known].map(beginning));
  const said = wordsIn(reply);
  const found: Ungrounded[] = [];
  for (const [at, { plain, raw, opens }] of said.entries()) {
    const why = kindOf(plain, raw, opens);
    if (why === null) continue;
    if (why === 'word' || why === 'name') {
      if (!known.has(plain) && !beginnings.has(beginning(plain))) found.push({ what: raw, why });
    } else if (!known.has(plain)) {
      found.push({ what: raw, why });
    } else if (why === 'value' && isElsewhere(said, at, grounds)) {
      found.push({ what: raw, why: 'said of something else' });
    }
  }
  return found;
}

function kindOf(plain: string, raw: string, opens: boolean): Ungrounded['why'] | null {
  if ([...plain].some((char) => char > '\u024f' && char < '\u2000')) return 'letters';
  if ([...raw].some((char) => '\u200b\u200c\u2060\u202e\u2066\u00ad'.includes(char))) return 'letters';
  if (plain.includes('@') || plain.includes('/') || isDotted(plain)) return 'address';
  if ([...plain].some((char) => (char >= '0' && char <= '9') || '€£$¥%'.includes(char)) || valueWords.has(plain))
    return 'value';
  if (commitmentWords.has(plain)) return 'commitment';
  if (denialWords.has(plain)) return 'denial';
  if (plainWords.has(plain) || plain.length < 2) return null;
  return !opens && raw.charAt(0) !== raw.charAt(0).toLowerCase() ? 'name' : 'word';
}

/** Returns true if a word has a letter on either side of a dot. */
function isDotted(word: string): boolean {
  const parts = word.split('.');
  return parts.length > 1 && parts.every((part) => part.length > 0 && Number.isNaN(Number(part.charAt(0))));
}

/** Returns true if, in every ground, the value is near none of the words that it is near in the reply. */
function isElsewhere(said: readonly Word[], at: number, grounds: readonly (readonly Word[])[]): boolean {
  const here = near(said, at);
  if (here.size === 0) return false;
  const value = said[at]?.plain;
  return !grounds.some((ground) =>
    ground.some((word, place) => {
      if (word.plain !== value) return false;
      const there = near(ground, place);
      return there.size === 0 || [...here].some((one) => there.has(one));
    }),
  );
}

/** Returns the beginnings of the significant words up to four places away, within the same sentence. */
function near(words: readonly Word[], at: number): Set<string> {
  const around = new Set<string>();
  for (const step of [-1, 1]) {
    for (let distance = 1; distance <= 4; distance++) {
      const word = words[at + step * distance];
      if (word === undefined) break;
      if (step === 1 && word.opens) break;
      if (!plainWords.has(word.plain) && word.plain.length > 1) around.add(beginning(word.plain));
      if (step === -1 && word.opens) break;
    }
  }
  return around;
}

function wordsIn(text: string): Word[] {
  let opens = true;
  return text
    .replaceAll('’', "'")
    .replaceAll('–', ' ')
    .split(/\s/)
    .flatMap((raw) => {
      const plain = trimmed(raw).toLowerCase();
      const word = { plain, raw: trimmed(raw), opens };
      if (plain === '') return [];
      opens = '.!?:\n'.includes(raw.charAt(raw.length - 1));
      return [word];
    });
}

function trimmed(raw: string): string {
  let from = 0;
  let to = raw.length;
  while (from < to && '"\'“”‘([{*_'.includes(raw.charAt(from))) from += 1;
  while (to > from && '"\'“”)]}.,!?;:…*_'.includes(raw.charAt(to - 1))) to -= 1;
  return raw.slice(from, to);
}

function beginning(word: string): string {
  return word.slice(0, 5);
}

function list(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}
