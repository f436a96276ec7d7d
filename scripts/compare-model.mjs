// node scripts/compare-model.mjs FILE COMMAND…: runs the command, which trains the understanding model again and compares
// the result with the committed model. If FILE shows that the command already succeeded with the same inputs, says so
// instead. With CI set, always runs the command.
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { hashInputs, trainingInputs } from '../server/test/support/training-inputs.ts';

const [file, command, ...args] = process.argv.slice(2);
const inputs = trainingInputs();
const hash = hashInputs(inputs);
const isCompared = existsSync(file) && readFileSync(file, 'utf8').split('\n').includes(hash);

if (isCompared && process.env.CI === undefined) {
  process.stdout.write(
    `skipped: the ${inputs.length} inputs are the same as in a comparison that succeeded; to compare anyway, set CI=1\n`,
  );
} else {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit' });
  if (error !== undefined) throw error;
  process.exitCode = status ?? 1;
  // If an input changed during the comparison, it is unknown which version was compared.
  if (status === 0 && hashInputs(trainingInputs()) === hash) {
    mkdirSync(dirname(file), { recursive: true });
    appendFileSync(file, `${hash}\n`);
  }
}
