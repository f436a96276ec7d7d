import type { Persona } from '../../domain/persona.ts';
import { associationsIn } from '../text/associations.ts';
import { contentOf } from '../text/content-words.ts';
import { normalise } from '../text/normalise.ts';
import { readTable } from '../text/read-lexicon.ts';
import { stem } from '../text/stem.ts';
import { type Token, tokens } from '../text/tokens.ts';

export interface TopicHit {
  readonly list: 'blockedTopics' | 'reviewTopics';
  readonly index: number;
  /** False if the message only suggests the topic. */
  readonly isNamed: boolean;
}

/** Phrases that refer to a topic but do not name it, and phrases that only suggest a topic. */
const named = readTable('sensitive-topics', 'named');
const suggested = readTable('sensitive-topics', 'suggested');

/** One word of a topic: the words and phrases that express the word, and its associations. */
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
 * Returns the creator's topics that the message touches, blocked ones first. A message touches a topic if it contains
 * the topic's own words, or a phrase that refers to the topic. It also touches a topic if a word or an association in
 * the message matches each word of the topic. `itemTopics` are the topics of the items that would answer the message.
 */
export function topicHits(persona: Persona, list: readonly Token[], itemTopics: readonly string[]): TopicHit[] {
  const topics = prepared.get(persona) ?? prepare(persona);
  prepared.set(persona, topics);
  if (topics.length === 0) return [];
  const said = list.map((token) => stem(token.word));
  const answered = itemTopics.map((topic) => stems(topic).join(' '));
  const notions = associationsIn(list.map((token) => token.word));
  const contains = (phrase: readonly string[]): boolean =>
    said.some((_, at) => phrase.every((part, offset) => said[at + offset] === part));
  const touches = (word: TopicWord): boolean =>
    word.said.some(contains) || [...word.notions].some((notion) => notions.has(notion));
  return topics.flatMap(({ list: listName, index, stems: own, phrases, words }): TopicHit[] => {
    const isNamed = phrases.some(contains) || answered.includes(own.join(' '));
    if (!isNamed && !(words.length > 0 && words.every(touches))) return [];
    return [{ list: listName, index, isNamed }];
  });
}

function prepare(persona: Persona): Topic[] {
  const entries = (list: TopicHit['list']): Topic[] =>
    (persona.rules?.[list] ?? []).map((topic, index) => {
      const own = stems(topic);
      const words = contentOf(tokens(normalise(topic))).map(({ word }) => ({
        said: [
          [stem(word)],
          ...[word, word.replace(/s$/, '')].flatMap((name) => [
            ...phrasesOf(named, name),
            ...phrasesOf(suggested, name),
          ]),
        ],
        notions: named.has(word) ? none : associationsIn([word]),
      }));
      const phrases = [own, ...phrasesOf(named, topic.trim().toLowerCase())].filter((phrase) => phrase.length > 0);
      return { list, index, stems: own, phrases, words };
    });
  return [...entries('blockedTopics'), ...entries('reviewTopics')];
}

const none: ReadonlySet<number> = new Set();

function phrasesOf(table: ReadonlyMap<string, readonly string[]>, name: string): string[][] {
  return (table.get(name) ?? []).map((words) => words.split('-').map(stem));
}

function stems(text: string): string[] {
  return tokens(normalise(text)).map((token) => stem(token.word));
}
