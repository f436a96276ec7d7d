import { createScorer, type LinearModel } from '../src/drafting/learned/linear-model.ts';
import { createTopicModel, replaceTopicModel, topicFeatures } from '../src/drafting/topics/topic-model.ts';
import { read } from '../src/drafting/understand/read.ts';
import { fitTemperature } from './calibrate.ts';
import { rankLists } from './rank-sheets.ts';
import type { RankList } from './rank-train.ts';
import type { TopicPhrase } from './read-topics.ts';
import { trainTopics } from './topics-model.ts';

/** How well topics are told on text that their training never saw. */
export interface HeldOut {
  readonly name: string;
  readonly isFact: boolean;
  readonly count: number;
  readonly first: number;
  readonly firstThree: number;
}

const sheets = 14;

/** Trains without each author in turn (without each half of the lines while there is but one), and tells topics of what was left out. */
export function holdOut(ids: readonly string[], phrases: readonly TopicPhrase[], cues: readonly TopicPhrase[]) {
  const authors = [...new Set(phrases.map(({ author }) => author))];
  const partOf = (phrase: TopicPhrase, at: number): number =>
    authors.length > 1 ? authors.indexOf(phrase.author) : (at + Math.floor(at / 25)) % 2;
  const tables: HeldOut[] = [];
  const lists: RankList[] = [];
  const told: Told[] = [];
  for (let part = 0; part < Math.max(2, authors.length); part++) {
    const own = phrases.filter((phrase, at) => partOf(phrase, at) === part);
    const model = trainTopics(ids, [...phrases.filter((phrase, at) => partOf(phrase, at) !== part), ...cues]);
    const name = authors.length > 1 ? `author ${authors[part]}` : `part ${part + 1} of the lines`;
    const seen = tell(model, ids, own);
    tables.push(...tablesOf(seen, name));
    const temperature = temperatureOf(seen);
    told.push(...seen);
    const notes = { temperature, rank: [], answer: [], answerOffset: 0, floor: 1, margin: 0 };
    replaceTopicModel(createTopicModel(model, notes));
    lists.push(...rankLists(own, sheets, part));
  }
  return { tables, lists, temperature: temperatureOf(told) };
}

interface Told {
  readonly phrase: TopicPhrase;
  readonly label: number;
  readonly margins: Float64Array;
}

/** What a model says of phrases. */
export function tell(model: LinearModel, ids: readonly string[], phrases: readonly TopicPhrase[]): Told[] {
  const score = createScorer(model);
  return phrases.map((phrase) => ({
    phrase,
    label: ids.indexOf(phrase.topic),
    margins: Float64Array.from(score(topicFeatures(read(phrase.text).tokens)).margins()),
  }));
}

export function tablesOf(told: readonly Told[], name: string): HeldOut[] {
  return [false, true].map((isFact) => {
    const some = told.filter(({ phrase }) => phrase.isFact === isFact);
    const places = some.map((one) => one.margins.filter((margin) => margin > (one.margins[one.label] ?? 0)).length);
    const [first, firstThree] = [1, 3].map((most) => places.filter((place) => place < most).length);
    return { name, isFact, count: some.length, first: first ?? 0, firstThree: firstThree ?? 0 };
  });
}

/** The temperature at which probabilities of the questions' topics are right. */
function temperatureOf(told: readonly Told[]): number {
  const questions = told.filter(({ phrase }) => !phrase.isFact);
  return fitTemperature(
    questions.map(({ margins }) => margins),
    questions.map(({ label }) => label),
  );
}
