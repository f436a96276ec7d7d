/**
 * npm run train:topics [-- --check]: trains the topic model on the text in this folder. The result has the same bytes
 * on any machine.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createScorer, type LinearModel } from '../src/drafting/learned/linear-model.ts';
import { encodeModel } from '../src/drafting/learned/model-file.ts';
import { topicFeatures } from '../src/drafting/topics/topic-model.ts';
import { read } from '../src/drafting/understand/read.ts';
import { fitTemperature } from './calibrate.ts';
import { readTopics, type TopicPhrase } from './read-topics.ts';
import { readCues, readTopicIds, trainTopics } from './topics-model.ts';

const { values: flags } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const ids = readTopicIds();
const cues = readCues();
const phrases = readTopics('train');
const authors = [...new Set(phrases.map(({ author }) => author))];
// Each author's phrases are classified by a model that was trained without them, which shows how certain the model is
// and how often it is right.
const told = authors.flatMap((author) => {
  const model = trainTopics(ids, [...phrases.filter((phrase) => phrase.author !== author), ...cues]);
  return judge(
    model,
    phrases.filter((phrase) => phrase.author === author),
  );
});
const temperature = fitTemperature(
  told.map(({ margins }) => margins),
  told.map(({ topic }) => topic),
);
const model = trainTopics(ids, [...phrases, ...cues]);
const bytes = encodeModel(model, { temperature });
const file = join(import.meta.dirname, '../src/drafting/topics/topics.model');
if (!flags.check) writeFileSync(file, bytes);
else if (!readFileSync(file).equals(bytes)) {
  process.stdout.write(`${file} is out of date: run "npm run train:topics" and commit it.\n`);
  process.exitCode = 1;
}
const right = told.filter(({ margins, topic }) => margins[topic] === Math.max(...margins)).length;
process.stdout.write(
  `Topics: ${ids.length}, ${bytes.length} bytes. Right first for ${((100 * right) / told.length).toFixed(1)} % of ${told.length} phrases whose author was left out; temperature ${temperature}.\n`,
);

function judge(trained: LinearModel, list: readonly TopicPhrase[]) {
  const score = createScorer(trained);
  return list.map(({ text, topic }) => ({
    margins: Float64Array.from(score(topicFeatures(read(text).tokens)).margins()),
    topic: ids.indexOf(topic),
  }));
}
