import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { planTraining, trainingSteps } from '../../../training/training-steps.ts';

const training = join(import.meta.dirname, '../../../training');
const namesOf = (...args: string[]) => planTraining(args).steps.map(({ name }) => name);

test('without a step, the whole training runs in the order in which each step needs the one before', () => {
  expect(namesOf()).toEqual(['rarity', 'understanding', 'courtesy', 'answer', 'confidence', 'demo']);
});

test('named steps run alone, in the order of training, and any step can be named', () => {
  expect(namesOf('understanding')).toEqual(['understanding']);
  expect(namesOf('demo', 'meaning', 'answer')).toEqual(['meaning', 'answer', 'demo']);
  for (const { name } of trainingSteps) expect(namesOf(name)).toEqual([name]);
});

test('every step may only compare its files, and a single step gets its own options', () => {
  expect(planTraining(['--check'])).toEqual({
    steps: trainingSteps.filter(({ isUsual }) => isUsual),
    passed: ['--check'],
  });
  expect(planTraining(['understanding', '--text', 'folder', '--check']).passed).toEqual([
    '--text',
    'folder',
    '--check',
  ]);
  expect(() => planTraining(['--text', 'folder'])).toThrow('npm run train -- STEP --text');
});

test('every step can also be run as npm run train:STEP', () => {
  const { scripts } = JSON.parse(readFileSync(join(training, '../../package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  }; // a file of this repository
  for (const { name, file } of trainingSteps)
    expect([name, scripts[`train:${name}`]]).toEqual([
      name,
      `node ${join('server/training', file).replaceAll('\\', '/')}`,
    ]);
  expect(scripts['train']).toBe('node server/training/train-steps.ts');
});

test('an unknown step is an error that lists the steps', () => {
  const { status, stderr } = spawnSync(process.execPath, [join(training, 'train-steps.ts'), 'thinking'], {
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([
    1,
    `"thinking" is not a step of the training. Steps: ${trainingSteps.map(({ name }) => name).join(', ')}.\n`,
  ]);
});

test('a step reports its beginning and its end, and compares its file', () => {
  const { status, stderr } = spawnSync(process.execPath, [join(training, 'train-steps.ts'), 'rarity', '--check'], {
    encoding: 'utf8',
  });
  expect(stderr).toMatch(/^\[1\/1\] rarity: the rarity of words\n\[1\/1\] rarity: done after \d+ s\n$/);
  expect(status).toBe(0);
});
