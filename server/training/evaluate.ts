/**
 * npm run evaluate [-- --html report.html]: drafts the cases of every author kept for the measures, and writes the figures into
 * docs/evaluation.md. Nothing is tuned by them: they are counted, and named by kind.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import { validateDocument } from '../src/admin/documents/validate-document.ts';
import { evaluate } from '../src/admin/evaluate/evaluation.ts';
import { readEvaluationCases } from '../src/admin/evaluate/read-cases.ts';
import { runCases } from '../src/admin/evaluate/run-cases.ts';
import { reportPage } from '../src/cli/evaluate/report-page.ts';
import { createEmbeddedEngine } from '../src/drafting/embedded-engine.ts';
import { ungroundedClaims } from '../test/evaluation/check-claims.ts';
import { evaluationTables } from './evaluation-tables.ts';

/** The instant at which cases are drafted that name none. */
const now = '2026-11-21T12:00:00Z';
const folder = join(import.meta.dirname, 'cases');
const page = join(import.meta.dirname, '../../docs/evaluation.md');

const { values: flags } = parseArgs({ options: { html: { type: 'string' } } });
const authors = readdirSync(folder).sort().filter(isKeptForMeasures);
const read = authors.map(readAuthor);
const faults = read.flatMap((author) => author.faults);
for (const fault of faults) process.stderr.write(`${fault}\n`);
const results = await runCases(
  read.flatMap((author) => author.cases),
  {
    engine: createEmbeddedEngine(),
    now: Date.parse(now),
    checkClaims: (reply, used) => ungroundedClaims(reply, used).length,
    onProgress: (done, total) => void (done % 500 === 0 && process.stderr.write(`drafted ${done} of ${total}\n`)),
  },
);
const evaluation = evaluate(results);
const authorships = authors.map((author) => ({
  author,
  results: results.filter(({ one }) => one.source.startsWith(`${author}/`)),
}));
writeSection(evaluationTables(evaluation, authorships, faults.length));
if (flags.html !== undefined) {
  const title = `the authors ${authors.join(' and ')}`;
  writeFileSync(flags.html, reportPage(evaluation, { title, at: now, leftOut: faults.length }));
}
process.stdout.write(`${evaluation.cases} cases of ${authors.join(', ')}; the figures are in docs/evaluation.md\n`);

function isKeptForMeasures(author: string): boolean {
  const file = join(folder, author, 'author.yaml');
  if (!existsSync(file) || !existsSync(join(folder, author, 'cases.jsonl'))) return false;
  const { split } = parse(readFileSync(file, 'utf8')) as { split?: unknown }; // judged in the next line
  return split === 'test';
}

function readAuthor(author: string) {
  const document = validateDocument(
    parse(readFileSync(join(folder, author, 'workspace.yaml'), 'utf8')),
    `${author}/workspace.yaml`,
  );
  return readEvaluationCases(
    readFileSync(join(folder, author, 'cases.jsonl'), 'utf8'),
    `${author}/cases.jsonl`,
    document,
  );
}

function writeSection(text: string): void {
  const start = '<!-- figures: made by "npm run evaluate" -->';
  const end = '<!-- end of figures -->';
  const [before = '', rest = ''] = readFileSync(page, 'utf8').split(start);
  const after = rest.split(end)[1];
  if (after === undefined) throw new Error(`docs/evaluation.md needs the marks ${start} and ${end}`);
  writeFileSync(page, `${before}${start}\n\n${text}\n\n${end}${after}`);
}
