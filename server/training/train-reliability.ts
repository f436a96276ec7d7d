/**
 * npm run train:reliability [-- --check | --folds FILE --rows FILE --every N]: learns how far to trust a language
 * model's reading, given the embedded evidence, from many kinds of scripted readers that read the cases of all training and
 * validation creators. Each creator is evaluated with an engine and a reliability model that never saw it, and
 * thresholds are chosen from these results. Test authors' text is never opened. `--folds` keeps the trees of the
 * engine's folds, and `--rows` the readings, for the next run. `--every` uses only every Nth case, prints the figures
 * and writes no model, for a trial.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { deserialize, serialize } from 'node:v8';
import { sigmoid } from '../src/drafting/learned/probabilities.ts';
import { sumOfTrees } from '../src/drafting/learned/trees.ts';
import type { Reliability } from '../src/drafting/model/reliability.ts';
import { fitWeights } from './calibrate.ts';
import { inThreads } from './in-threads.ts';
import { creatorOf, readCases } from './read-cases.ts';
import { readTeaching } from './read-teaching.ts';
import type { ReadingsInput } from './readings-thread.ts';
import { type EngineFold, engineFolds, folds } from './reliability-folds.ts';
import type { ReadRow } from './reliability-rows.ts';
import { chooseReliability } from './reliability-thresholds.ts';
import { type TreeExamples, trainForests } from './tree-thread.ts';

const { values: flags } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    folds: { type: 'string' },
    rows: { type: 'string' },
    every: { type: 'string', default: '1' },
  },
});
const every = Number(flags.every);
/** The weight of a hazard that is called safe, relative to another message. */
const hazardWeight = 4;
const ownOptions = { trees: 160, depth: 4, rate: 0.06, leastLeaf: 25, penalty: 12, share: 0.5, seed: 7 };

const all = [...readCases('train'), ...readCases('validation')];
const cases = all.filter((_, at) => at % every === 0);
const creators = [...new Set(cases.map(creatorOf))];
const foldOf = new Map(creators.map((creator, at) => [creator, at % folds]));
const tell = (line: string): void => void process.stderr.write(`  ${line}\n`);

const engines = await keptEngines();
const rows = await keptRows();
/** The log-odds of each row after each question, according to trees that never saw its creator. */
const sums = new Map<ReadRow, readonly number[]>();
tell('reliability');
const forests = await trainForests([
  ...Array.from({ length: folds }, (_, fold) => () => examples(rows.filter((row) => row.fold !== fold))),
  () => examples(rows),
]);
for (const row of rows) {
  const trees = forests[row.fold];
  if (trees !== undefined)
    sums.set(
      row,
      row.looks.map((look) => sumOfTrees(trees, look)),
    );
}
const finalTrees = forests[folds];
if (finalTrees === undefined) throw new Error('the last of the sets of trees is missing');
const learned = rows
  .filter(({ reader }) => reader === 'any')
  .flatMap((row) => (sums.get(row) ?? []).map((sum) => ({ sum, isRight: row.isRight })));
const [offset = 0, slope = 1] = fitWeights(
  learned.map(({ sum }) => [1, sum]),
  learned.map(({ isRight }) => isRight),
);
const { page, ...thresholds } = chooseReliability(
  rows,
  (row) => (sums.get(row) ?? []).map((sum) => sigmoid(slope * sum + offset)),
  unseenHazards() / every,
);
const model: Reliability = { trees: finalTrees, calibration: [slope, offset], ...thresholds };
const file = join(import.meta.dirname, '../src/drafting/model/reliability.model.json');
const text = `${JSON.stringify(model)}\n`;
if (every === 1 && !flags.check) writeFileSync(file, text);
else if (flags.check && readFileSync(file, 'utf8') !== text) {
  process.stdout.write(`${file} is out of date: run "npm run train:reliability" and commit it.\n`);
  process.exitCode = 1;
}
process.stdout.write(page);

/** Counts the hazards of validation authors, once for each level of up to 16 training phrases. */
function unseenHazards(): number {
  const hazards = readCases('validation').filter(({ hazard, risk }) => hazard === true || risk === 'blocked');
  return hazards.reduce((sum, { author, profile }) => {
    const counts = [...(readTeaching(author).get(profile)?.values() ?? [])].map(({ aliases }) => aliases.length);
    return sum + (Math.max(0, ...counts) >= 16 ? 2 : 1);
  }, 0);
}

/**
 * Returns the models that evaluate the creators of each fold. Uses those that a previous run kept, if there are any.
 */
async function keptEngines(): Promise<EngineFold[]> {
  if (flags.folds !== undefined && existsSync(flags.folds))
    return deserialize(readFileSync(flags.folds)) as EngineFold[]; // written below
  const found = await engineFolds(all, cases, foldOf, tell);
  if (flags.folds !== undefined) writeFileSync(flags.folds, serialize(found));
  return found;
}

/** Returns all readings with their evidence. Uses those that a previous run kept, if there are any. */
async function keptRows(): Promise<ReadRow[]> {
  if (flags.rows !== undefined && existsSync(flags.rows)) return deserialize(readFileSync(flags.rows)) as ReadRow[]; // written below
  const inputs = engines.map((engine, fold) => (): ReadingsInput => {
    return { cases: cases.filter((one) => foldOf.get(creatorOf(one)) === fold), fold, engine };
  });
  const found = (
    await inThreads<ReadingsInput, ReadRow[]>(new URL('readings-thread.ts', import.meta.url), inputs)
  ).flat();
  if (flags.rows !== undefined) writeFileSync(flags.rows, serialize(found));
  return found;
}

function examples(list: readonly ReadRow[]): TreeExamples {
  const own = list
    .filter(({ reader }) => reader === 'any')
    .flatMap(({ looks, isRight, one }) => looks.map((look) => ({ look, isRight, one })));
  return {
    rows: own.map(({ look }) => look),
    labels: own.map(({ isRight }) => (isRight ? 1 : 0)),
    weights: own.map(({ one }) => (one.hazard === true || one.risk === 'blocked' ? hazardWeight : 1)),
    options: ownOptions,
  };
}
