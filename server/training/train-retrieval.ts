/** node server/training/train-retrieval.ts [--text DIR --check]: trains topics and ranker from the text beside it, to the same bytes. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { encodeModel } from '../src/drafting/learned/model-file.ts';
import { rankFeatures } from '../src/drafting/retrieve/rank-features.ts';
import { createTopicModel, replaceTopicModel } from '../src/drafting/topics/topic-model.ts';
import { readAsked } from './rank-cases.ts';
import { retrievalReport } from './rank-report.ts';
import { chooseFloor, fitOn, judge, targets, unitsOf } from './rank-thresholds.ts';
import { fitRanker } from './rank-train.ts';
import { readTopics } from './read-topics.ts';
import { holdOut, tablesOf, tell } from './topics-held-out.ts';
import { readCues, readTopicIds, trainTopics } from './topics-model.ts';

const { values: flags } = parseArgs({
  options: { check: { type: 'boolean', default: false }, text: { type: 'string', default: import.meta.dirname } },
});
/** The cases speak of this moment. */
const now = Date.parse('2026-11-20T12:00:00Z');

const ids = readTopicIds(flags.text);
const cues = readCues(flags.text);
const phrases = readTopics('train', flags.text);
const held = holdOut(ids, phrases, cues);
const nothing = rankFeatures.map(() => 0);
const prior = fitRanker(held.lists, nothing, 0.002);
const model = trainTopics(ids, [...phrases, ...cues]);
const others = tell(model, ids, readTopics('validation', flags.text));
const tables = [...held.tables, ...(others.length > 0 ? tablesOf(others, 'validation authors') : [])];
const bare = { temperature: held.temperature, rank: prior, answer: [], answerOffset: 0, floor: 1, margin: 0 };
replaceTopicModel(createTopicModel(model, bare));
const learned = unitsOf(await readAsked('train', now, flags.text));
const fit = fitOn(learned, prior);
const units = unitsOf(await readAsked('validation', now, flags.text));
const judged = judge(units, fit);
const floor = chooseFloor(judged);
const notes = {
  temperature: held.temperature,
  rank: fit.rank,
  answer: fit.answer.weights,
  answerOffset: fit.answer.offset,
  floor,
  margin: targets.margin,
};
const bytes = encodeModel(model, notes);
const page = retrievalReport({
  tables,
  lists: held.lists,
  learned,
  units,
  judged,
  prior,
  notes,
  size: bytes.length,
});

const files = [
  [join(import.meta.dirname, '../src/drafting/topics/topics.model'), bytes],
  [join(import.meta.dirname, '../../docs/retrieval-report.md'), new TextEncoder().encode(page)],
] as const;
for (const [file, wanted] of files) {
  if (!flags.check) writeFileSync(file, wanted);
  else if (!readFileSync(file).equals(wanted)) {
    process.stdout.write(`${file} is out of date: run "npm run train" and commit it.\n`);
    process.exitCode = 1;
  }
}
process.stdout.write(page);
