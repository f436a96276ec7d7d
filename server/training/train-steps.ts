/**
 * npm run train [-- STEP… --check]: runs the training, each step in its own process, or only the named steps, such as
 * `npm run train -- understanding`. The training takes about half an hour on two cores, and the same text gives the same
 * bytes. A step that fails ends the training. With `--check`, no file is written, and each step compares its files.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { planTraining, type TrainingPlan } from './training-steps.ts';

const { steps, passed } = planOf(process.argv.slice(2));
const isCheck = passed.includes('--check');
for (const [at, { name, file, about }] of steps.entries()) {
  process.stderr.write(`[${at + 1}/${steps.length}] ${name}: ${about}\n`);
  const started = performance.now();
  const program = join(import.meta.dirname, file);
  const { status } = spawnSync(process.execPath, [program, ...passed], { stdio: 'inherit' });
  const seconds = Math.round((performance.now() - started) / 1000);
  const result = status === 0 ? 'done' : isCheck ? 'out of date' : 'failed';
  process.stderr.write(`[${at + 1}/${steps.length}] ${name}: ${result} after ${seconds} s\n`);
  if (status === 0) continue;
  process.exitCode = 1;
  // A comparison changes nothing, so the steps after it can still be compared.
  if (!isCheck) break;
}

function planOf(args: readonly string[]): TrainingPlan {
  try {
    return planTraining(args);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}
