import { readFileSync } from 'node:fs';
import { type Features, featuresOf, featureWords, type Wording, wordingOf } from '../learned/features.ts';
import { createScorer, type LinearModel } from '../learned/linear-model.ts';
import { decodeModel } from '../learned/model-file.ts';
import { softmax } from '../learned/probabilities.ts';
import type { Token } from '../text/tokens.ts';
import { associationHints } from './associations.ts';

/** Values that the trainer fitted on text that the topics were not trained on, stored with the weights. */
export interface TopicNotes {
  /** The softmax temperature, which converts margins into probabilities. */
  readonly temperature: number;
}

/**
 * The square roots of the most likely topics' probabilities. The sum of their products with those of another text is
 * the agreement of the two texts, 0 to 1.
 */
export interface TopicView {
  readonly topics: Uint8Array;
  readonly roots: Float64Array;
}

export interface TopicModel {
  readonly ids: readonly string[];
  readonly notes: TopicNotes;
  /** Returns the probability of each topic, in the order of `ids`, for list[from, to). */
  chances(list: readonly Token[], from?: number, to?: number): Readonly<Float64Array>;
}

let loaded: TopicModel | undefined;

/** Returns the committed model, which is read once. */
export function topicModel(): TopicModel {
  if (loaded === undefined) {
    const { model, notes } = decodeModel(readFileSync(new URL('topics.model', import.meta.url)));
    loaded = createTopicModel(model, notes as unknown as TopicNotes); // written by the trainer, as a test checks
  }
  return loaded;
}

function createTopicModel(model: LinearModel, notes: TopicNotes): TopicModel {
  const score = createScorer(model);
  const room = new Float64Array(model.heads.length);
  // The latest list is cached, because callers ask for the clauses of a message one after another.
  let last: { readonly list: readonly Token[]; readonly scores: ReturnType<typeof score> } | undefined;
  const scoresOf = (list: readonly Token[]): ReturnType<typeof score> => {
    if (last?.list === list) return last.scores;
    const words = featureWords(list);
    const scores = score(wordingOf(words, associationHints(words)));
    last = { list, scores };
    return scores;
  };
  return {
    ids: model.heads,
    notes,
    chances(list, from = 0, to = list.length) {
      const scores = scoresOf(list);
      const margins = scores.margins(Math.min(from, scores.words), Math.min(to, scores.words), room);
      return softmax(margins, notes.temperature);
    },
  };
}

/** Returns the features of a list: words, their pieces, and their associations. */
export function topicFeatures(list: readonly Token[]): Features & Wording {
  const words = featureWords(list);
  return featuresOf(words, associationHints(words));
}

const mostTopics = 16;

/** Returns the most likely topics of a text, most likely first; at most 16. */
export function viewOf(chances: Readonly<Float64Array>): TopicView {
  const topics = new Uint8Array(Math.min(mostTopics, chances.length));
  const roots = new Float64Array(topics.length);
  let count = 0;
  for (let topic = 0; topic < chances.length; topic++) {
    const chance = chances[topic] ?? 0;
    if (count === topics.length && chance <= (roots[count - 1] ?? 0)) continue;
    let place = count < topics.length ? count++ : count - 1;
    for (; place > 0 && (roots[place - 1] ?? 0) < chance; place--) {
      roots[place] = roots[place - 1] ?? 0;
      topics[place] = topics[place - 1] ?? 0;
    }
    roots[place] = chance;
    topics[place] = topic;
  }
  return { topics, roots: roots.map(Math.sqrt) };
}
