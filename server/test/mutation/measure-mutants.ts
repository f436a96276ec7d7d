/**
 * Changes the code for decisions, the guard, admission and settlement in many small ways, one at a time, and counts the
 * changes that the tests notice. Only `--seed` determines which changes it tries. It works in a copy of the checkout.
 * npm run measure:mutants -- [--each 15] [--seed 1] [--only guard] [--at guard/names.ts:12] [--write] [--json]
 * `--at` tries every change of a file or of a line instead of a sample. `--write` renews the figures in
 * docs/mutation.md.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { machine } from '../../../bench/support/machine.ts';
import { createDice } from '../../src/drafting/learned/dice.ts';
import { writeSection } from '../support/page-section.ts';
import { type Area, areas } from './areas.ts';
import { findMutations } from './find-mutations.ts';
import { measureArea } from './measure-area.ts';
import { type Mutant, mutantReport, type Row } from './mutant-report.ts';

const repository = join(import.meta.dirname, '../../..');
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

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

const startedAt = performance.now();
const waiting = chosen
  .map((area) => ({ area, mutants: drawMutants(area) }))
  .filter(({ mutants }) => mutants.length > 0);
const done: Row[] = [];
/** Two areas at a time, because tests with a service or a store spend half of their time waiting. */
const lane = async (): Promise<void> => {
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    done.push(...(await measureArea({ ...next, progress })));
  }
};
await Promise.all([lane(), lane()]);
const rows = chosen.flatMap(({ name }) => done.filter(({ mutant }) => mutant.area === name));
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

/**
 * Draws as many of an area's mutants as requested, distributed over its files in proportion to the places that can be
 * changed.
 */
function drawMutants(area: Area): Mutant[] {
  const all = area.files.flatMap((file) =>
    findMutations(file, readFileSync(join(repository, file), 'utf8')).map((found) => ({
      ...found,
      area: area.name,
      file,
    })),
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
