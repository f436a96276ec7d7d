/**
 * npm run train:understanding [-- --text DIR --check]: trains the understanding model on the text in this folder, which
 * takes three minutes on two cores. The same text gives the same bytes.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { encodeModel } from '../src/drafting/learned/model-file.ts';
import { fitUnderstanding } from './fit-understanding.ts';
import { trainingReport } from './training-report.ts';

const { values: flags } = parseArgs({
  options: { check: { type: 'boolean', default: false }, text: { type: 'string', default: import.meta.dirname } },
});
const say = (line: string): void => void process.stderr.write(`${line}\n`);

const fitted = fitUnderstanding(say, flags.text);
const report = trainingReport(fitted);
const bytes = encodeModel(fitted.model, { ...fitted.notes });
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
