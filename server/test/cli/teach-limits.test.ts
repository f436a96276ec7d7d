import { expect, test } from 'vitest';
import { quickestMs } from '../support/quickest.ts';
import { freshDataFolder, freshFile } from './support/places.ts';
import { runInside, understudy } from './support/understudy.ts';

const base = ['teach', '-w', 'ws_kiln', '-p', 'prof_kiln'];

test('an answer of 50 MB is rejected immediately, from a file and from a pipe, with the limit and the remedy', async () => {
  const big = Buffer.alloc(52_428_800, '{"items":[');
  const file = freshFile('big.txt', big);
  for (const [from, input] of [
    [file, ''],
    ['-', big],
  ] as const) {
    const tookMs = await quickestMs(10_000, async () => {
      const { code, stderr } = await understudy([...base, '--from', from], { env: {}, input });
      expect(code).toBe(1);
      expect(stderr).toMatch(/is larger than 10 MB.*Nothing was stored\. Split it/);
    });
    expect(tookMs).toBeLessThan(10_000);
  }
});

test('an answer without phrases is an error that names the format and the remedy', async () => {
  const env = freshDataFolder();
  const file = freshFile('answer.txt', 'I would rather not.');
  const empty = await runInside([...base, '--from', file], env);
  expect([empty.code, empty.stderr]).toEqual([
    1,
    expect.stringContaining('contains no phrases in the required format'),
  ]);
  expect(empty.stderr).toContain('--print');
  const gone = await runInside([...base, '--from', `${file}.gone`], env);
  expect([gone.code, gone.stderr]).toEqual([1, expect.stringContaining('the file does not exist')]);
});

test.each([
  [['--list', '--print'], 'Use only one of --list, --print'],
  [['--accept', 'all', '--reject', 'all'], 'Use only one of --accept, --reject'],
  [['--list', '--yes'], '--yes cannot be used with --list'],
])('%s together are an invalid command line', async (options, words) => {
  const { code, stderr } = await runInside([...base, ...options]);
  expect([code, stderr]).toEqual([2, expect.stringContaining(words)]);
});
