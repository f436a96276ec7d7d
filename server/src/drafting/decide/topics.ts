import type { Persona } from '../../domain/persona.ts';
import { contentOf } from '../retrieve/persona-index.ts';
import { normalise } from '../text/normalise.ts';
import { stem } from '../text/stem.ts';
import { type Token, tokens } from '../text/tokens.ts';
import { notionsIn } from '../topics/notions.ts';

export interface TopicHit {
  readonly list: 'blockedTopics' | 'reviewTopics';
  readonly index: number;
  /** False when the message only makes one think of it. */
  readonly isNamed: boolean;
}

/** What people say when they speak of a topic without naming it. The topic's own words always count. */
const related: Readonly<Record<string, string>> = {
  politics:
    'political politician politicians election elections vote voting voted president presidential government congress senate parliament democrat democrats republican republicans liberal liberals conservative conservatives trump biden maga brexit abortion immigration gaza israel palestine ukraine putin gun-control prime-minister left-wing right-wing socialist socialism communist fascist fascism',
  religion:
    'religious god jesus christ christian christians islam muslim muslims allah quran bible church mosque temple jewish judaism hindu hinduism buddhist atheist atheism pray prayer faith pope catholic',
  press:
    'journalist journalists magazine newspaper reporter interview interviews article media editor publication podcast',
  health: 'medical medicine doctor diagnosis disease illness sick symptom symptoms medication therapy',
  medical: 'medicine doctor diagnosis disease illness symptom symptoms medication dose treatment',
  family: 'husband wife kids children son daughter mother father mom dad parents sister brother married',
  relationship: 'boyfriend girlfriend husband wife dating single married partner divorce ex crush',
  relationships: 'boyfriend girlfriend husband wife dating single married partner divorce ex crush',
  money: 'income salary earn earnings revenue profit rich net-worth',
  finance: 'invest investment crypto bitcoin stocks income salary tax taxes loan',
  crypto: 'bitcoin btc ethereum nft nfts blockchain token coin cryptocurrency',
  refunds: 'refund refunded money-back return chargeback',
  legal: 'lawyer lawsuit sue copyright contract court attorney',
  wholesale: 'stockist retailer bulk reseller resale',
  collaboration: 'collab sponsor sponsorship partnership brand-deal ambassador affiliate',
  collaborations: 'collab sponsor sponsorship partnership brand-deal ambassador affiliate',
  sponsorship: 'sponsor sponsored collab partnership brand-deal ambassador affiliate',
  diet: 'calorie calories keto fasting weight lose-weight carbs',
  gambling: 'casino bet betting poker slots odds lottery',
  drugs: 'weed cannabis cocaine mdma lsd thc cbd high stoned',
  alcohol: 'wine beer whisky vodka drunk cocktail',
  war: 'ukraine gaza israel palestine russia military invasion',
  sex: 'sexual nude nudes nsfw onlyfans',
  age: 'old birthday born',
  address: 'live house home street',
};

/** What only makes one think of a topic: enough for the creator to look, not to block. */
const kindred: Readonly<Record<string, string>> = {
  wedding:
    'bride groom bridal marriage marry marrying married big-day getting-hitched reception nuptials engaged fiance fiancee newlyweds ceremony bridesmaid',
  funeral: 'burial buried bury cremation cremated wake mourning memorial grave graveside passed-away coffin ashes',
  pregnancy:
    'pregnant expecting trimester mother-to-be mum-to-be mom-to-be bump due-date maternity antenatal prenatal conceive conceiving ivf with-child unborn',
  medication:
    'medicine meds pills tablets prescription prescribed antidepressants antibiotics insulin thinners dose drug drugs statins ssri',
  injury:
    'injured hurt sprain sprained fracture fractured torn tear slipped-disc hernia surgery operation rehab physio sore pain painful ache swollen concussion',
  illness: 'ill sick disease cancer tumour diagnosis diagnosed symptoms condition chemo hospital fever infection',
  steroids: 'on-gear gear-are-you-on roids juice juicing trt doping peds natty',
  doping: 'on-gear gear-are-you-on roids juice juicing trt steroids peds natty',
  visa: 'visas immigration residency permit embassy citizenship passport',
  exam: 'exams test audition auditions entrance admission conservatory',
  audition: 'auditions entrance-exam admission conservatory jury try-out',
  weapons: 'weapon gun knife blade armed carry self-defence self-defense fight',
  disability: 'disabled wheelchair autism autistic adhd adhs dyslexia dyslexic deaf blind downs special-needs asd',
  needs: 'autism autistic adhd adhs dyslexia dyslexic disability disabled downs wheelchair asd sen',
  job: 'jobs vacancy vacancies hiring hire apprentice apprenticeship internship intern career work-for-you cv',
};

/** One word of a topic: what it is said with, and what it makes one think of. */
interface TopicWord {
  readonly said: readonly (readonly string[])[];
  readonly notions: ReadonlySet<number>;
}

interface Topic {
  readonly list: TopicHit['list'];
  readonly index: number;
  readonly stems: readonly string[];
  readonly phrases: readonly (readonly string[])[];
  readonly words: readonly TopicWord[];
}

const prepared = new WeakMap<Persona, readonly Topic[]>();

/**
 * The creator's topics that the message touches, blocked ones first: names, by the topic's own words or what people say for it, or
 * makes one think of, each word of the topic by a word or a notion. `itemTopics` are those of the items it would be answered with.
 */
export function topicHits(persona: Persona, list: readonly Token[], itemTopics: readonly string[]): TopicHit[] {
  const topics = prepared.get(persona) ?? prepare(persona);
  prepared.set(persona, topics);
  if (topics.length === 0) return [];
  const said = list.map((token) => stem(token.word));
  const named = itemTopics.map((topic) => stems(topic).join(' '));
  const notions = notionsIn(list.map((token) => token.word));
  const contains = (phrase: readonly string[]): boolean =>
    said.some((_, at) => phrase.every((part, offset) => said[at + offset] === part));
  const touches = (word: TopicWord): boolean =>
    word.said.some(contains) || [...word.notions].some((notion) => notions.has(notion));
  return topics.flatMap(({ list: listName, index, stems: own, phrases, words }): TopicHit[] => {
    const isNamed = phrases.some(contains) || named.includes(own.join(' '));
    if (!isNamed && !(words.length > 0 && words.every(touches))) return [];
    return [{ list: listName, index, isNamed }];
  });
}

function prepare(persona: Persona): Topic[] {
  const entries = (list: TopicHit['list']): Topic[] =>
    (persona.rules?.[list] ?? []).map((topic, index) => {
      const own = stems(topic);
      const words = contentOf(tokens(normalise(topic))).map(({ token: { word } }) => ({
        said: [
          [stem(word)],
          ...[word, word.replace(/s$/, '')].flatMap((name) => [
            ...phrasesOf(related, name),
            ...phrasesOf(kindred, name),
          ]),
        ],
        notions: Object.hasOwn(related, word) ? none : notionsIn([word]),
      }));
      const phrases = [own, ...phrasesOf(related, topic.trim().toLowerCase())].filter((phrase) => phrase.length > 0);
      return { list, index, stems: own, phrases, words };
    });
  return [...entries('blockedTopics'), ...entries('reviewTopics')];
}

const none: ReadonlySet<number> = new Set();

function phrasesOf(table: Readonly<Record<string, string>>, name: string): string[][] {
  if (!Object.hasOwn(table, name)) return [];
  return (table[name] ?? '').split(' ').map((words) => words.split('-').map(stem));
}

function stems(text: string): string[] {
  return tokens(normalise(text)).map((token) => stem(token.word));
}
