/**
 * Changes the code of decisions, of the guard, of admission and of settlement in many small ways, one at a time, and
 * counts the changes that the tests notice. Only `--seed` determines which changes it tries. It works in a copy of the
 * checkout.
 *
 * npm run measure:mutants -- [--each 15] [--seed 1] [--only guard] [--write] [--json]
 *
 * `--write` renews the figures in docs/mutation.md.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { machine } from '../../../bench/support/machine.ts';
import { createDice } from '../../src/drafting/learned/dice.ts';
import { writeSection } from '../support/page-section.ts';
import { type Area, areas } from './areas.ts';
import { findMutations, type Mutation } from './find-mutations.ts';

interface Mutant extends Mutation {
  readonly area: string;
  readonly file: string;
}

type Fate = 'noticed' | 'endless' | 'survived';

const repository = join(import.meta.dirname, '../../..');
const { values: flags } = parseArgs({
  options: {
    each: { type: 'string', default: '15' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
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
process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

const rows: { readonly mutant: Mutant; readonly fate: Fate }[] = [];
for (const area of chosen) {
  const before = runTests(area, 600_000);
  if (before.fate !== 'survived') {
    console.error(`The tests of ${area.name} fail without any change:\n${before.output.slice(-2_000)}`);
    process.exit(1);
  }
  const patienceMs = 30_000 + Math.round(3 * before.ms);
  for (const mutant of drawMutants(area)) {
    const path = join(copy, mutant.file);
    const source = readFileSync(path, 'utf8');
    writeFileSync(path, source.slice(0, mutant.start) + mutant.text + source.slice(mutant.end));
    const { fate, ms } = runTests(area, patienceMs);
    writeFileSync(path, source);
    rows.push({ mutant, fate });
    if (!flags.json) {
      const place = `${mutant.file}:${mutant.line}`;
      console.log(`${fate.padEnd(8)} ${String(Math.round(ms / 1000)).padStart(4)} s  ${place}  ${mutant.what}`);
    }
  }
}
const report = [table(), survivors()].join('\n\n');
console.log(flags.json ? JSON.stringify(rows) : `\n${report}`);
if (flags.write) writeSection('mutation.md', 'mutants', `${report}\n\nMeasured ${machine()}.`);

/** The files that git tracks, with the checkout's own packages. */
function copyOfCheckout(): string {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-mutants-'));
  const listed = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: repository,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
  });
  for (const file of listed.stdout.split('\0').filter((name) => name !== '')) {
    cpSync(join(repository, file), join(folder, file), { recursive: true });
  }
  for (const place of ['.', 'server', 'console']) {
    const packages = join(repository, place, 'node_modules');
    symlinkSync(packages, join(folder, place, 'node_modules'));
  }
  return folder;
}

/**
 * As many mutants of an area as requested, distributed over its files in proportion to the places that can be changed.
 */
function drawMutants(area: Area): Mutant[] {
  const all = area.files.flatMap((file) =>
    findMutations(file, readFileSync(join(copy, file), 'utf8')).map((found) => ({ ...found, area: area.name, file })),
  );
  const dice = createDice(seed);
  const drawn = new Set<Mutant>();
  while (drawn.size < Math.min(each, all.length)) {
    const mutant = all[dice.below(all.length)];
    if (mutant !== undefined) drawn.add(mutant);
  }
  return [...drawn].sort((one, other) => one.file.localeCompare(other.file, 'en') || one.start - other.start);
}

function runTests(area: Area, patienceMs: number): { fate: Fate; ms: number; output: string } {
  const startedAt = performance.now();
  const config = 'server/test/mutation/vitest.config.ts';
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(repository, 'node_modules/vitest/vitest.mjs'), 'run', '--config', config, ...area.tests],
    { cwd: copy, encoding: 'utf8', timeout: patienceMs, killSignal: 'SIGKILL', maxBuffer: 64 * 1024 ** 2 },
  );
  const fate = status === null ? 'endless' : status === 0 ? 'survived' : 'noticed';
  return { fate, ms: performance.now() - startedAt, output: `${stdout}\n${stderr}` };
}

function table(): string {
  const line = (name: string, of: typeof rows) => {
    const number = (fate: Fate) => of.filter((row) => row.fate === fate).length;
    const score = of.length === 0 ? '–' : `${Math.round(((of.length - number('survived')) / of.length) * 100)} %`;
    return `| ${name} | ${of.length} | ${number('noticed')} | ${number('endless')} | ${number('survived')} | ${score} |`;
  };
  return [
    '| area | changes | noticed by a test | ran forever | survived | score |',
    '|---|---|---|---|---|---|',
    ...chosen.map(({ name }) =>
      line(
        name,
        rows.filter(({ mutant }) => mutant.area === name),
      ),
    ),
    line('all', rows),
  ].join('\n');
}

function survivors(): string {
  const left = rows.filter(({ fate }) => fate === 'survived');
  if (left.length === 0) return 'No change survived.';
  return [
    'Surviving changes:',
    '',
    ...left.map(({ mutant }) => `- \`${mutant.file}:${mutant.line}\`: \`${mutant.what.replaceAll('`', "'")}\``),
  ].join('\n');
}
