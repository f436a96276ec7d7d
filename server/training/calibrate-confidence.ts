/**
 * npm run train:confidence [-- --check]: drafts the validation cases with the current engine, fits the probability that
 * a decision is right, for each risk level, and writes the weights. Run it after any change that affects decisions.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sigmoid } from '../src/drafting/learned/probabilities.ts';
import { calibrationError, fitWeights } from './calibrate.ts';
import { type DraftedCase, draftCases, isRight } from './draft-cases.ts';
import { readCases } from './read-cases.ts';

const drafted = await draftCases(readCases('validation'));
const folds = 5;
const weights: Record<string, number[]> = {};
for (const level of ['safe', 'review', 'blocked']) {
  const own = drafted.filter(({ decision }) => decision.riskLevel === level);
  weights[level] = fit(own);
  // The printed calibration uses weights that were fitted without the case.
  const parts = Array.from({ length: folds }, (_, fold) => fit(own.filter((_row, at) => at % folds !== fold)));
  const said = own.map((row, at) => chance(row, parts[at % folds] ?? []));
  const truths = own.map(isRight);
  const before = calibrationError(
    own.map(({ decision }) => decision.confidence),
    truths,
  );
  const right = (100 * truths.filter(Boolean).length) / Math.max(1, own.length);
  process.stdout.write(
    `${level}: ${own.length} decisions, ${right.toFixed(1)} % right; calibration error ${before.toFixed(3)} with the weights before, ${calibrationError(said, truths).toFixed(3)} with new ones on cases left out\n`,
  );
}
const lines = Object.entries(weights).map(([level, list]) => `  ${JSON.stringify(level)}: [${list.join(', ')}]`);
const file = join(import.meta.dirname, '../src/drafting/decide/confidence.json');
const text = `{\n${lines.join(',\n')}\n}\n`;
if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (readFileSync(file, 'utf8') !== text) {
  process.stdout.write(`${file} is out of date: run "npm run train:confidence" and commit it.\n`);
  process.exitCode = 1;
}

function fit(rows: readonly DraftedCase[]): number[] {
  return fitWeights(rows.map(evidenceOf), rows.map(isRight));
}

function chance(row: DraftedCase, list: readonly number[]): number {
  return sigmoid(evidenceOf(row).reduce((sum, value, at) => sum + value * (list[at] ?? 0), 0));
}

function evidenceOf({ trace }: DraftedCase): readonly number[] {
  return trace['evidence'] as readonly number[]; // as DraftTrace has it
}
