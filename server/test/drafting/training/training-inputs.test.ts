import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { hazardIntents } from '../../../src/domain/intents.ts';
import { readModule } from '../../architecture/read-module.ts';
import { hashInputs, trainingInputs } from '../../support/training-inputs.ts';

const root = join(import.meta.dirname, '../../../..');
const inputs = trainingInputs();

test('the inputs contain every file that the trainer loads or reads until it trains, except the descriptions of authors', () => {
  const folder = freshFolder();
  const [texts, trace] = [join(folder, 'texts'), join(folder, 'trace')];
  for (const [author, split] of [
    ['a', 'train'],
    ['v', 'validation'],
  ] as const)
    for (const [file, text] of [
      [`messages/${author}/author.yaml`, `split: ${split}`],
      ...['shipping', ...hazardIntents].map((intent) => [`messages/${author}/${intent}.txt`, intent] as const),
      [`topics/${author}/author.yaml`, `split: ${split}`],
      [`topics/${author}/shipping.txt`, 'do you ship'],
    ] as const) {
      mkdirSync(dirname(join(texts, file)), { recursive: true });
      writeFileSync(join(texts, file), text);
    }
  const look = `
    import fs from 'node:fs';
    import { registerHooks, syncBuiltinESMExports } from 'node:module';
    import { fileURLToPath } from 'node:url';
    const { readFileSync, appendFileSync } = fs;
    const note = (file) => appendFileSync(${JSON.stringify(trace)}, file + '\\n');
    fs.readFileSync = (file, ...rest) => (note(file instanceof URL ? fileURLToPath(file) : file), readFileSync(file, ...rest));
    syncBuiltinESMExports();
    registerHooks({
      load(url, context, next) {
        if (url.startsWith('file:')) note(fileURLToPath(url));
        return next(url, context);
      },
    });
    await import(${JSON.stringify(join(root, 'server/training/training-report.ts'))});
    const { fitUnderstanding } = await import(${JSON.stringify(join(root, 'server/training/fit-understanding.ts'))});
    fitUnderstanding((line) => line.includes('head') && process.exit(0), ${JSON.stringify(texts)});`;
  execFileSync(process.execPath, ['--input-type=module', '--eval', look]);
  const read = [...new Set(readFileSync(trace, 'utf8').trim().split('\n'))]
    .map((file) => relative(root, file))
    .filter((file) => !file.startsWith('..') && !file.includes('node_modules/') && !file.endsWith('/author.yaml'));
  expect(read.length).toBeGreaterThan(100);
  expect(read.filter((file) => !inputs.includes(file))).toEqual([]);
}, 120_000);

test('every import of an input can be followed', () => {
  const oddities = inputs
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => readModule(file, readFileSync(join(root, file), 'utf8')).oddities);
  expect(oddities.filter((oddity) => oddity.includes('not a plain string'))).toEqual([]);
});

test.each([
  'server/training/train.ts',
  'server/training/head-thread.ts',
  'server/training/topic-intents.yaml',
  'server/src/drafting/learned/features.ts',
  'server/src/drafting/text/spelling.ts',
  'server/src/drafting/lexicons/spellings.txt',
  'server/src/drafting/lexicons/hazards/crisis.txt',
  'server/src/drafting/learned/understanding.model',
  'server/src/domain/intents.ts',
  'docs/training-report.md',
  'package-lock.json',
  ...['messages/', 'courtesy/messages/', 'cases/', 'topics/', 'teaching/'].map((folder) =>
    String(inputs.find((file) => file.startsWith(`server/training/${folder}`))),
  ),
])('a change to %s changes the hash, and so does its removal', (changed) => {
  expect(inputs).toContain(changed);
  const read = (file: string) => Buffer.from(`content of ${file}`);
  const before = hashInputs(inputs, read);
  expect(hashInputs(inputs, read)).toBe(before);
  expect(hashInputs(inputs, (file) => Buffer.concat([read(file), Buffer.from(file === changed ? '\n' : '')]))).not.toBe(
    before,
  );
  expect(hashInputs(inputs.toSpliced(inputs.indexOf(changed), 1), read)).not.toBe(before);
});

test('no text of a test author is an input', () => {
  const authors = new Set(inputs.map((file) => /^server\/training\/(?:cases|teaching)\/([^/]+)/.exec(file)?.[1]));
  expect(authors).toContain('c1');
  expect(authors).not.toContain('x1');
});

test('a comparison that succeeded is not repeated with the same inputs, except in CI; one that failed is', () => {
  const file = join(freshFolder(), 'compared');
  writeFileSync(file, `${hashInputs(inputs.slice(1))}\n`);
  const compare = (code: number, env: NodeJS.ProcessEnv = {}) => {
    const command = [process.execPath, '-e', `console.log('compared'); process.exit(${code})`];
    const { CI: _, ...others } = process.env;
    const args = [join(root, 'scripts/compare-model.mjs'), file, ...command];
    const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', env: { ...others, ...env } });
    return [status, stdout.split(':')[0]?.trim()];
  };
  expect(compare(3)).toEqual([3, 'compared']);
  expect(compare(0)).toEqual([0, 'compared']);
  expect(compare(3)).toEqual([0, 'skipped']);
  expect(compare(3, { CI: '1' })).toEqual([3, 'compared']);
}, 120_000);

function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-training-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
