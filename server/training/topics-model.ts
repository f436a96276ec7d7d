import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { LinearModel } from '../src/drafting/learned/linear-model.ts';
import { topicFeatures } from '../src/drafting/topics/topic-model.ts';
import { read } from '../src/drafting/understand/read.ts';
import type { TopicPhrase } from './read-topics.ts';
import { trainLinear } from './train-linear.ts';

/** Returns the topic ids of the ontology, in their order. */
export function readTopicIds(base = import.meta.dirname): string[] {
  const page: unknown = parse(readFileSync(join(base, 'topics/ontology.yaml'), 'utf8'));
  const { topics } = page as { topics: { id: string }[] }; // a file of this repository, which a test reads
  return topics.map(({ id }) => id);
}

/** Reads the words that point to a topic, and the ontology's own sentence about it. */
export function readCues(base = import.meta.dirname): TopicPhrase[] {
  const cues: unknown = parse(readFileSync(join(base, 'topics/cues.yaml'), 'utf8'));
  return Object.entries(cues as Record<string, string>).flatMap(([topic, list]) =>
    list.split(/,\s+/).map((text) => ({ text, topic, author: 'cues', isFact: false })),
  );
}

/** Trains one head for each topic on questions, approved sentences and cues. */
export function trainTopics(
  ids: readonly string[],
  phrases: readonly TopicPhrase[],
  progress?: (done: number, of: number) => void,
): LinearModel {
  const examples = phrases.map(({ text, topic }) => ({
    features: topicFeatures(read(text).tokens),
    positive: new Set([ids.indexOf(topic)]),
  }));
  return trainLinear(
    examples,
    ids,
    { cost: 1, leastExamples: 2, mostEntries: 120_000, rounds: 10, seed: 11 },
    progress,
  );
}
