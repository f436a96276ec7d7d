import type { Persona } from '../../domain/persona.ts';
import { normalise } from '../text/normalise.ts';
import { stem } from '../text/stem.ts';
import { type Token, tokens } from '../text/tokens.ts';

export interface TopicHit {
  readonly list: 'blockedTopics' | 'reviewTopics';
  readonly index: number;
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

const prepared = new WeakMap<Persona, readonly { hit: TopicHit; phrases: readonly (readonly string[])[] }[]>();

/** The creator's topics that the message touches, blocked ones first. `itemTopics` are those of the items it would be answered with. */
export function topicHits(persona: Persona, list: readonly Token[], itemTopics: readonly string[]): TopicHit[] {
  const topics = prepared.get(persona) ?? prepare(persona);
  prepared.set(persona, topics);
  if (topics.length === 0) return [];
  const said = list.map((token) => stem(token.word));
  const named = itemTopics.map((topic) => stems(topic));
  const contains = (phrase: readonly string[]): boolean =>
    said.some((_, at) => phrase.every((part, offset) => said[at + offset] === part));
  return topics
    .filter(({ phrases }) => phrases.some(contains) || named.some((topic) => phrases[0]?.join(' ') === topic.join(' ')))
    .map(({ hit }) => hit);
}

function prepare(persona: Persona): { hit: TopicHit; phrases: readonly (readonly string[])[] }[] {
  const entries = (listName: TopicHit['list']): { hit: TopicHit; phrases: readonly (readonly string[])[] }[] =>
    (persona.rules?.[listName] ?? []).map((topic, index) => {
      const words = stems(topic);
      const more = (related[topic.trim().toLowerCase()] ?? '')
        .split(' ')
        .filter((word) => word !== '')
        .map((word) => word.split('-').map(stem));
      return { hit: { list: listName, index }, phrases: [words, ...more].filter((phrase) => phrase.length > 0) };
    });
  return [...entries('blockedTopics'), ...entries('reviewTopics')];
}

function stems(text: string): string[] {
  return tokens(normalise(text)).map((token) => stem(token.word));
}
