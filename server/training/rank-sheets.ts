import { intents } from '../src/domain/decision.ts';
import type { Persona } from '../src/domain/persona.ts';
import { featureWords, featuresOf as messageFeatures } from '../src/drafting/learned/features.ts';
import { understandingModel } from '../src/drafting/learned/understanding-model.ts';
import { indexOf } from '../src/drafting/retrieve/persona-index.ts';
import { readQuestion } from '../src/drafting/retrieve/question.ts';
import { createRankFeatures } from '../src/drafting/retrieve/rank-features.ts';
import { findHints } from '../src/drafting/understand/find-hints.ts';
import { read } from '../src/drafting/understand/read.ts';
import { createDice } from './dice.ts';
import type { RankList } from './rank-train.ts';
import type { TopicPhrase } from './read-topics.ts';

const sheetSize = 30;

/**
 * Creators' fact sheets, arranged from approved sentences on topics that are not the same, with a question or two of the topic as
 * the ways that fans ask this, and other questions of the topic put to the whole sheet.
 */
export function rankLists(phrases: readonly TopicPhrase[], sheets: number, seed: number): RankList[] {
  const dice = createDice(seed);
  const topics = [...new Set(phrases.map(({ topic }) => topic))].sort();
  const lists: RankList[] = [];
  for (let sheet = 0; sheet < sheets; sheet++) {
    const order = topics.map((_, at) => at);
    dice.shuffle(order);
    const chosen = order.slice(0, sheetSize).map((at) => topics[at] ?? '');
    const asked: { text: string; at: number }[] = [];
    const facts = chosen.map((topic, at) => {
      const questions = phrases.filter((phrase) => phrase.topic === topic && !phrase.isFact);
      const places = questions.map((_, place) => place);
      dice.shuffle(places);
      const aliases = places.slice(0, dice.below(3)).map((place) => questions[place]?.text ?? '');
      for (const place of places.slice(aliases.length, aliases.length + 3))
        asked.push({ text: questions[place]?.text ?? '', at });
      const own = phrases.filter((phrase) => phrase.topic === topic && phrase.isFact);
      return {
        id: `f_${at}`,
        text: own[dice.below(Math.max(1, own.length))]?.text ?? topic,
        topic: dice.below(2) === 0 ? topic.replaceAll('-', ' ') : '',
        aliases,
      };
    });
    const index = indexOf({ facts } as unknown as Persona); // facts are all that is indexed here
    for (const { text, at } of asked) {
      const { tokens, hazards } = read(text);
      const view = understandingModel();
      const scores = view.score(messageFeatures(featureWords(tokens), findHints(tokens, hazards)));
      const intent = view.view(scores, 0, scores.words).intents[0]?.intent ?? intents[0];
      const question = readQuestion(index, { tokens, from: 0, to: tokens.length, intent, context: [], now: 0 });
      const featuresOf = createRankFeatures(index, question);
      const right = index.items.findIndex((item) => item.id === `f_${at}`);
      lists.push({ items: index.items.map((_, place) => featuresOf(place)), right });
    }
  }
  return lists;
}
