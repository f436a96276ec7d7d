import type { Intent } from '../../domain/decision.ts';
import type { EpochMs } from '../../domain/period.ts';
import { askingTurns } from '../text/asking-turns.ts';
import { chatWords, everydayWords, fillerWords } from '../text/lexicon.ts';
import { stem } from '../text/stem.ts';
import type { Token } from '../text/tokens.ts';
import { notionsIn } from '../topics/notions.ts';
import { type TopicView, topicModel, viewOf } from '../topics/topic-model.ts';
import { akinAsked } from './akin.ts';
import { askedThings } from './asked-thing.ts';
import { asksFor, likelyAnswers } from './asks-for.ts';
import { type Entities, entitiesOf } from './entities.ts';
import { type AnswerKind, contentOf, type PersonaIndex } from './persona-index.ts';
import { type SaidWord, saidWords } from './said-words.ts';
import { meaningOf } from './synonyms.ts';
import { type Turn, turnsAsked } from './turns.ts';

export interface Question {
  /** Of the whole message; the same array for each of its clauses. */
  readonly tokens: readonly Token[];
  readonly from: number;
  readonly to: number;
  readonly intent: Intent;
  /** Words that an earlier clause or message supplies: "how much is it?" after a named thing. */
  readonly context: readonly Token[];
  /** Parts of the message that tell something and ask nothing: "I have never touched a key. Would you take me?" */
  readonly background?: readonly { readonly from: number; readonly to: number }[];
  readonly now: EpochMs;
}

export interface AskedWord {
  readonly at: number;
  readonly word: string;
  readonly stem: string;
  readonly meaning: string;
  /** The groups of words that answer for it. */
  readonly akin: readonly number[];
}

/** A question as retrieval compares it with each item. */
export interface ReadQuestion {
  readonly intent: Intent;
  readonly now: EpochMs;
  /** The words of the clause and what completes it. */
  readonly list: readonly Token[];
  /** Places in the list of the words that name what is asked about. */
  readonly thing: ReadonlySet<number>;
  /** The same for each thing by itself. */
  readonly things: readonly (readonly number[])[];
  /** What of them must be told by the item, no entities. */
  readonly asked: readonly AskedWord[];
  /** What the clause itself says beside words of grammar and of asking, no entities: an answer must speak of all of it. */
  readonly said: readonly SaidWord[];
  /** The ways in which it turns, with the place among the words said where each begins to. */
  readonly turns: ReadonlyMap<Turn, number>;
  readonly meanings: readonly string[];
  /** Meanings that stand in the background only. */
  readonly beside: readonly string[];
  readonly entities: Entities;
  /** The kinds of answer of which one must stand in the item; and those that likely will, where the words name none. */
  readonly needed: readonly AnswerKind[];
  readonly wanted: readonly AnswerKind[];
  /** What the clause makes one think of, and what its background adds. */
  readonly notions: ReadonlySet<number>;
  readonly besideNotions: ReadonlySet<number>;
  readonly topics: TopicView;
  /** The topics of the clause together with its background. */
  readonly wide: TopicView;
}

/** Words of asking that no fact repeats. */
const frameWords = new Set(
  'use used using recommend explain kind type brand sort exactly question curious wondering possible offer offers provide accept accepted currently planning plan available tell happen happens mean means sell selling sells'.split(
    ' ',
  ),
);

export function readQuestion(index: PersonaIndex, question: Question): ReadQuestion {
  const own = question.tokens.slice(question.from, question.to);
  const list = question.context.length === 0 ? own : [...own, ...question.context];
  const turns = askingTurns.find(own);
  const isTurn = (at: number): boolean => turns.some(({ from, to }) => from <= at && at < to);
  const telling = turns.length === 0 ? own : own.filter((_, at) => !isTurn(at));
  const entities = entitiesOf(list);
  const asked = askedWords(index, list, entities);
  const meanings = [...new Set(asked.map((word) => word.meaning))];
  const background = (question.background ?? []).flatMap(({ from, to }) => question.tokens.slice(from, to));
  const beside = new Set(askedWords(index, background, entitiesOf(background)).map((word) => word.meaning));
  const notions = notionsIn(list.map((token) => readingOf(index, token)));
  const needed = asksFor(list);
  const things = askedThings(list).filter((places) => !places.some(isTurn));
  const model = topicModel();
  const topics = viewOf(
    question.context.length === 0 ? model.chances(question.tokens, question.from, question.to) : model.chances(list),
  );
  return {
    intent: question.intent,
    now: question.now,
    list,
    thing: new Set(things.flat()),
    things,
    asked,
    said: saidWords(index, telling),
    turns: turnsAsked(telling.map((token) => (index.vocabulary.has(stem(token.word)) ? plainly(token) : token))),
    meanings,
    beside: [...beside].filter((meaning) => !meanings.includes(meaning)),
    entities,
    needed,
    wanted: needed.length > 0 ? needed : likelyAnswers(question.intent),
    notions,
    besideNotions: new Set(
      [...notionsIn(background.map((token) => readingOf(index, token)))].filter((notion) => !notions.has(notion)),
    ),
    topics,
    wide: background.length === 0 ? topics : viewOf(model.chances([...background, ...list])),
  };
}

/** A word of the creator's is no slip of the finger. */
function plainly(token: Token): Token {
  return token.forms.length === 1 ? token : { ...token, forms: [token.word] };
}

function askedWords(index: PersonaIndex, list: readonly Token[], entities: Entities): AskedWord[] {
  const asked: AskedWord[] = [];
  const akin = akinAsked(list.map((token) => token.word));
  for (const { at, token } of contentOf(list)) {
    if (entities.at.has(at)) continue;
    const word = readingOf(index, token);
    const stemmed = stem(word);
    const isOwn = index.vocabulary.has(stemmed) && !chatWords.has(word);
    if (!isOwn && (fillerWords.has(word) || frameWords.has(word))) continue;
    asked.push({ at, word, stem: stemmed, meaning: meaningOf(stemmed), akin: akin.get(at) ?? [] });
  }
  return asked;
}

/** The creator's own word, when a reading of the token or a slip of the finger leads to it; else an everyday one; else as said. */
function readingOf(index: PersonaIndex, token: Token): string {
  if (index.vocabulary.has(stem(token.word)) || everydayWords.has(token.word)) return token.word;
  return (
    token.forms.find((form) => index.vocabulary.has(stem(form))) ??
    token.forms.find((form) => everydayWords.has(form)) ??
    index.spell(token.word) ??
    token.forms.at(-1) ??
    token.word
  );
}
