/**
 * npm run evaluate [-- --split validation] [--out FOLDER] [--html report.html]: trains classifiers for the test
 * authors' creators at several levels of training phrases, drafts the cases at each level, and writes the figures and
 * plots into docs/. The cases are only counted, by kind; nothing is tuned with them. `--split validation` measures
 * while people work on the engine, and writes only into FOLDER.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { reportPage } from '../src/cli/evaluate/report-page.ts';
import { writeSection } from '../test/support/page-section.ts';
import { readAuthors } from './evaluation-authors.ts';
import { dayLevels, evaluationTime, hardLevels, mostTaught, runLevels } from './evaluation-levels.ts';
import { evaluationPage } from './evaluation-page.ts';
import { gatePlot, phrasesPlot } from './evaluation-plots.ts';

const { values: flags } = parseArgs({
  options: { split: { type: 'string', default: 'test' }, out: { type: 'string' }, html: { type: 'string' } },
});
const { split } = flags;
if (split !== 'test' && split !== 'validation') throw new Error('--split must be test or validation');
if (split === 'validation' && flags.out === undefined)
  throw new Error('--split validation needs --out FOLDER: docs/ is for the test authors');
const docs = join(import.meta.dirname, '../../docs');
const tell = (line: string) => void process.stderr.write(`${line}\n`);

const authors = readAuthors(split);
const faults = authors.flatMap((author) => author.faults);
for (const fault of faults) tell(fault);
const hard = await runLevels(authors, 'hard', [...hardLevels, mostTaught], tell);
const day = await runLevels(authors, 'day', dayLevels, tell);
const goals = hard.filter(({ level }) => level.nearMisses > 0 || level.phrases === 0 || level.phrases === 16);
const page = evaluationPage({ authors, hard, goals, day, leftOut: faults.length });
const folder = flags.out ?? docs;
mkdirSync(join(folder, 'images'), { recursive: true });
writeFileSync(join(folder, 'images/evaluation-gate.svg'), gatePlot(goals));
writeFileSync(join(folder, 'images/evaluation-phrases.svg'), phrasesPlot(hard));
if (flags.out === undefined) writeSection('evaluation.md', 'figures', `\n${page}\n`);
else writeFileSync(join(folder, 'evaluation.md'), `${page}\n`);
const last = hard.at(-1);
if (flags.html !== undefined && last !== undefined) {
  const title = `the authors ${authors.map(({ id }) => id).join(', ')}`;
  writeFileSync(flags.html, reportPage(last.evaluation, { title, at: evaluationTime, leftOut: faults.length }));
}
tell(`The figures are in ${join(folder, 'evaluation.md')}.`);
