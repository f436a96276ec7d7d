/**
 * Changes the code of decisions, of the guard, of admission and of settlement in many small ways, one at a time, and
 * counts the changes that the tests notice. Only `--seed` determines which changes it tries. It works in a copy of the
 * checkout.
 *
 * npm run measure:mutants -- [--each 15] [--seed 1] [--only guard] [--at guard/names.ts:12] [--write] [--json]
 *
 * `--at` tries every change of a file or of a line instead of a sample. `--write` renews the figures in
 * docs/mutation.md.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { machine } from '../../../bench/support/machine.ts';
import { createDice } from '../../src/drafting/learned/dice.ts';
import { writeSection } from '../support/page-section.ts';
import { type Area, areas } from './areas.ts';
import { copyOfCheckout } from './copy-of-checkout.ts';
import { findMutations } from './find-mutations.ts';
import { type Mutant, mutantReport, type Outcome, type Row } from './mutant-report.ts';
import { createTestRunner } from './test-runner.ts';

const { values: flags } = parseArgs({
  options: {
    each: { type: 'string', default: '15' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    at: { type: 'string', multiple: true },
    write: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
const each = Number(flags.each);
const seed = Number(flags.seed);
if (!(Number.isInteger(each) && each > 0 && Number.isInteger(seed))) {
  console.error('--each takes a whole number from 1, --seed a whole number');
  process.exit(2);
}
const chosen = areas.filter(({ name }) => flags.only === undefined || flags.only.split(',').includes(name));
if (chosen.length === 0) {
  console.error(`--only: there are ${areas.map(({ name }) => name).join(', ')}`);
  process.exit(2);
}

const copy = copyOfCheckout();
const runner = createTestRunner(copy);
process.on('exit', () => {
  runner.stop();
  rmSync(copy, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

const startedAt = performance.now();
const drawn = chosen.map((area) => ({ area, mutants: drawMutants(area) })).filter(({ mutants }) => mutants.length > 0);
const total = drawn.reduce((sum, { mutants }) => sum + mutants.length, 0);
const rows: Row[] = [];
/** How often each test file noticed a change of each source file: such a test file runs first. */
const noticed = new Map<string, Map<string, number>>();
for (const { area, mutants } of drawn) {
  const before = await outcomeOf(area.tests);
  if (before.fate !== 'survived') {
    console.error(`The tests of ${area.name} fail without any change. ${before.by}`);
    process.exit(1);
  }
  progress(`${area.name}: the tests of ${area.tests.length} files pass without any change`);
  for (const mutant of mutants) {
    const from = performance.now();
    const outcome = await tryMutant(area, mutant);
    rows.push({ mutant, ...outcome });
    const place = `${mutant.file}:${mutant.line}  ${mutant.what}`;
    progress(
      `${String(rows.length).padStart(3)}/${total} ${outcome.fate.padEnd(8)} ${seconds(performance.now() - from).padStart(5)}  ${place}`,
    );
    if (outcome.by !== '') progress(`        by: ${outcome.by}`);
  }
}
runner.stop();
const minutes = Math.max(1, Math.round((performance.now() - startedAt) / 60_000));
const report = mutantReport(
  chosen.map(({ name }) => name),
  rows,
);
console.log(flags.json ? JSON.stringify(rows) : `\n${report}`);
if (flags.write) {
  const command = `npm run measure:mutants -- --each ${each} --seed ${seed}`;
  writeSection(
    'mutation.md',
    'mutants',
    `${report}\n\nMeasured with \`${command}\` in ${minutes} minutes ${machine()}.`,
  );
}

/** Runs test files in their order. A failure counts only if the test file fails a second time. */
async function outcomeOf(tests: readonly string[]): Promise<Outcome & { readonly file: string | null }> {
  let left = tests;
  while (left.length > 0) {
    const run = await runner.run(left);
    if (run.fate === 'passed') break;
    if (run.fate === 'endless') return { fate: 'endless', by: '', file: null };
    const { file, name } = run;
    const again = await runner.run(file === null ? left : [file]);
    if (again.fate !== 'passed') return { fate: 'noticed', by: `${file ?? 'an error'}: ${name}`, file };
    left = file === null ? [] : left.slice(left.indexOf(file) + 1);
  }
  return { fate: 'survived', by: '', file: null };
}

/** Runs the tests of an area on a change. */
async function tryMutant(area: Area, mutant: Mutant): Promise<Outcome> {
  const path = join(copy, mutant.file);
  const source = readFileSync(path, 'utf8');
  const write = (text: string): void => {
    writeFileSync(path, text);
    runner.changed(mutant.file);
  };
  write(source.slice(0, mutant.start) + mutant.text + source.slice(mutant.end));
  try {
    const { file, ...outcome } = await outcomeOf(likeliestFirst(area, mutant.file));
    if (file !== null) {
      const counts = noticed.get(mutant.file) ?? new Map<string, number>();
      noticed.set(mutant.file, counts.set(file, (counts.get(file) ?? 0) + 1));
    }
    return outcome;
  } finally {
    write(source);
  }
}

function likeliestFirst(area: Area, file: string): string[] {
  const counts = noticed.get(file);
  return area.tests.toSorted((one, other) => (counts?.get(other) ?? 0) - (counts?.get(one) ?? 0));
}

/**
 * As many mutants of an area as requested, distributed over its files in proportion to the places that can be changed.
 */
function drawMutants(area: Area): Mutant[] {
  const all = area.files.flatMap((file) =>
    findMutations(file, readFileSync(join(copy, file), 'utf8')).map((found) => ({ ...found, area: area.name, file })),
  );
  if (flags.at !== undefined) {
    return all.filter(({ file, line }) => flags.at?.some((at) => file.endsWith(at) || `${file}:${line}`.endsWith(at)));
  }
  const dice = createDice(seed);
  const sample = new Set<Mutant>();
  while (sample.size < Math.min(each, all.length)) {
    const mutant = all[dice.below(all.length)];
    if (mutant !== undefined) sample.add(mutant);
  }
  return [...sample].sort((one, other) => one.file.localeCompare(other.file, 'en') || one.start - other.start);
}

function progress(line: string): void {
  if (!flags.json) console.log(line);
}

function seconds(ms: number): string {
  return `${Math.round(ms / 1000)} s`;
}
