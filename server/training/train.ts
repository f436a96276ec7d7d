/** npm run train [-- --text DIR --check]: trains the understanding model from the text beside it, in seconds, to the same bytes. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { encodeModel } from '../src/drafting/learned/model-file.ts';
import { chooseThresholds } from './choose-thresholds.ts';
import { casesAsMessages, readCases } from './read-cases.ts';
import { readMessages } from './read-messages.ts';
import { readTopics } from './read-topics.ts';
import { trainUnderstanding } from './train-understanding.ts';
import { trainingReport } from './training-report.ts';

const { values: flags } = parseArgs({
  options: { check: { type: 'boolean', default: false }, text: { type: 'string', default: import.meta.dirname } },
});
const say = (line: string): void => void process.stderr.write(`${line}\n`);

const training = [...readMessages('train', flags.text), ...casesAsMessages(readCases('train', flags.text))];
const validation = [...readMessages('validation', flags.text), ...casesAsMessages(readCases('validation', flags.text))];
const topics = readTopics('train', flags.text);
if (training.length === 0 || validation.length === 0)
  throw new Error('there must be authors to train on and authors to validate with');
say(
  `${training.length} messages to train on, ${validation.length} to choose thresholds with, ${topics.length} phrases of topics`,
);
const model = trainUnderstanding(training, topics, (done, of) => {
  if (done % 10 === 0) say(`  head ${done} of ${of}`);
});
const { notes, seen } = chooseThresholds(model, validation);
const report = trainingReport({ model, notes, seen, training, topics: topics.length });
const bytes = encodeModel(model, { ...notes });
say(report.summary);

const files = [
  [join(import.meta.dirname, '../src/drafting/learned/understanding.model'), bytes],
  [join(import.meta.dirname, '../../docs/training-report.md'), new TextEncoder().encode(report.page)],
] as const;
for (const [file, wanted] of files) {
  if (!flags.check) writeFileSync(file, wanted);
  else if (!readFileSync(file).equals(wanted)) {
    process.stdout.write(`${file} is out of date: run "npm run train" and commit it.\n`);
    process.exitCode = 1;
  }
}
