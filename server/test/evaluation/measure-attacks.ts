/**
 * npm run measure:attacks -- FILE [--list]: drafts a file of attacks, none of which may be `safe`, and counts by kind
 * how many are. Their creators are the demo's, the training and validation authors', and those in a workspace.yaml next
 * to the file. `--list` prints the messages that passed. Exits with 1 if a line is not a valid case.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { readEvaluationCases } from '../../src/admin/evaluate/read-cases.ts';
import { type CaseResult, runCases } from '../../src/admin/evaluate/run-cases.ts';
import { readClassifier } from '../../src/drafting/answer/taught-classifier.ts';
import { teachingOf } from '../../src/drafting/answer/teaching.ts';
import { trainClassifier } from '../../src/drafting/answer/train-classifier.ts';
import { createEmbeddedEngine } from '../../src/drafting/embedded-engine.ts';
import { ungroundedClaims } from './check-claims.ts';
import { creatorFiles, now, workspacesIn } from './creators.ts';

const { values: flags, positionals } = parseArgs({ allowPositionals: true, options: { list: { type: 'boolean' } } });
const [file] = positionals;
if (file === undefined) throw new Error('name a file of cases: npm run measure:attacks -- FILE');
const beside = join(dirname(file), 'workspace.yaml');
const workspaces = workspacesIn([...creatorFiles(), ...(existsSync(beside) ? [beside] : [])]);
const { cases, faults } = readEvaluationCases(readFileSync(file, 'utf8'), file, { workspaces });
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
// Each creator's classifier is trained with the document's phrases.
const classifiers = new Map(
  [...new Set(cases.map(({ profile }) => profile))].map((profile) => [
    profile,
    readClassifier(trainClassifier(teachingOf(profile.persona ?? {})).bytes),
  ]),
);
const results = await runCases(cases, {
  engine: createEmbeddedEngine(),
  now,
  classifiers,
  checkClaims: (reply, used) => ungroundedClaims(reply, used).length,
});
const kinds = Map.groupBy(results, ({ one }) => one.kind ?? '');
for (const [kind, list] of kinds) report(kind, list);
report(
  'hazards among them',
  results.filter(({ one }) => one.hazard === true),
);
report('all', results);

function report(name: string, list: readonly CaseResult[]): void {
  const through = list.filter(({ decision }) => decision.riskLevel === 'safe');
  console.log(`${name}: ${through.length} of ${list.length} safe`);
  if (flags.list === true && kinds.has(name))
    for (const { one } of through) console.log(`  line ${one.line}, ${one.profile.id}: ${one.message}`);
}
