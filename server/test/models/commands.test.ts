import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { modelCases } from '../../src/cli/doctor/model-cases.ts';
import { twoCreators } from '../cli/support/creators.ts';
import { freshFile, freshFolder } from '../cli/support/places.ts';
import { runInside } from '../cli/support/understudy.ts';
import { itemsIn, readingOf, type StubRequest, type StubScript, startStubModel } from '../support/stub-model.ts';

async function openModel(...scripts: StubScript[]) {
  const stub = await startStubModel(...scripts);
  onTestFinished(() => stub.close());
  const env = {
    UNDERSTUDY_MODEL: 'openai-compatible:stub:8b',
    UNDERSTUDY_MODEL_BASE_URL: stub.baseUrl,
    UNDERSTUDY_MODEL_TIMEOUT_MS: '3000',
    UNDERSTUDY_MODEL_CONCURRENCY: '2',
    UNDERSTUDY_MODEL_CONCURRENCY_PER_WORKSPACE: '2',
    UNDERSTUDY_CONFIG: freshFile('empty.yaml', '{}\n'),
  };
  return { stub, env };
}

/** Answers every question of `doctor --model` correctly. */
function knowing(request: StubRequest): object {
  const one = modelCases.find(({ message }) => message === request.message);
  const items = itemsIn(request);
  if (request.form === 'check')
    return { answers: items.every(({ id }) => one?.items.includes(id)) ? 'fully' : 'no', missing: '' };
  if (request.form === 'wording')
    return { reply: items.map(({ text: said }) => said).join(' '), usedItems: items.map(({ id }) => id), risk: 'safe' };
  return readingOf(request, one?.items ?? [], { risk: one?.risk ?? 'review' });
}

test('doctor --model reports for every kind of question how good and how fast a model is and what it uses, and suggests no fix', async () => {
  const { stub, env } = await openModel({ kind: 'answer', with: knowing });
  const { code, stdout, stderr } = await runInside(['doctor', '--model', '--yes'], env);
  expect([code, stderr.replace(/^Asking.*\n/gm, '')]).toEqual([
    0,
    `${stub.requests.length} requests to openai-compatible:stub:8b, with the demo's example messages. No fan's message is sent.\n`,
  ]);
  expect(stdout).toMatch(/^✓ {2}reading +11 +11 +11 /m);
  expect(stdout).toMatch(/^✓ {2}check +8 +8 +8 /m);
  expect(stdout).toMatch(/^✓ {2}wording +4 +4 +4 /m);
  expect(stdout).toMatch(/1,000 readings use about [\d,]+ input and [\d,]+ output tokens/);
  expect(stdout).toContain('The model follows every format and reads messages well.');
});

test.each<[string, StubScript, number, RegExp]>([
  [
    'writes prose',
    { kind: 'text', text: 'Sure!' },
    1,
    /→ Some answers are not in the required format\. .*response_format/,
  ],
  ['refuses the key', { kind: 'status', status: 401 }, 1, /→ The provider rejected the request\. Check the key/],
  ['hangs up', { kind: 'hang-up' }, 1, /→ No server answered at this address\. Check UNDERSTUDY_MODEL_BASE_URL/],
  [
    'calls everything safe and names the first item',
    {
      kind: 'answer',
      with: (request) =>
        request.form === 'reading' ? readingOf(request, [itemsIn(request)[0]?.id ?? '']) : knowing(request),
    },
    0,
    /→ Its answers to "reading" questions are often wrong\. Try a larger model/,
  ],
])('doctor --model suggests a fix for a model that %s', async (_, script, exit, advice) => {
  const { env } = await openModel(script);
  const { code, stdout } = await runInside(['doctor', '--model', '--yes'], env);
  expect(stdout.replace(/\n {2}/g, ' ')).toMatch(advice);
  expect(code).toBe(exit);
});

test('doctor --model asks nothing without a confirmation, and says what is missing if no model is configured', async () => {
  const { stub, env } = await openModel();
  const unasked = await runInside(['doctor', '--model'], env);
  expect(unasked.code).not.toBe(0);
  expect(unasked.stderr).toContain('Repeat it with --yes.');
  expect(stub.requests).toHaveLength(0);
  const none = await runInside(['doctor', '--model', '--yes'], { UNDERSTUDY_CONFIG: env.UNDERSTUDY_CONFIG });
  expect(none.stderr).toContain('No language model is configured. Set UNDERSTUDY_MODEL');
});

const cases = Array.from({ length: 12 }, (_, at) => ({
  profile: 'prof_ada',
  message: `could you ship a mug to postal zone ${at}?`,
  intent: 'shipping',
  risk: 'safe',
  items: ['f_ship'],
}));
const lines = cases.map((one) => JSON.stringify(one)).join('\n');
const evaluation = (file: string, ...more: string[]): string[] => [
  ...['evaluate', file, '--file', freshFile('creators.json', JSON.stringify(twoCreators)), '--model', ...more],
];
const shipping = (afterMs: number): StubScript => ({
  kind: 'answer',
  afterMs,
  with: (request) =>
    request.form === 'check' ? knowing(request) : readingOf(request, ['f_ship'], { intent: 'shipping' }),
});

test('evaluate --model that is interrupted stores the results, shows its progress, and continues from there', async () => {
  const { stub, env } = await openModel(shipping(500));
  const file = freshFile('cases.jsonl', lines);
  const results = join(freshFolder(), 'run.jsonl');
  const args = evaluation(file, '--results', results, '--json');
  const running = runInside(args, env);
  const isUnderWay = (): boolean => existsSync(results) && readFileSync(results, 'utf8').split('\n').length >= 4;
  while (!isUnderWay()) await delay(20);
  // Ctrl-C reaches the command's process in the same way.
  process.emit('SIGINT', 'SIGINT');
  const { code, stdout, stderr } = await running;
  expect([code, stdout]).toEqual([130, '']);
  const kept = readFileSync(results, 'utf8').trim().split('\n').length - 1;
  expect(kept).toBeGreaterThanOrEqual(2);
  expect(kept).toBeLessThan(cases.length);
  expect(stderr).toMatch(
    new RegExp(`Stopped after ${kept} of 12 cases. The results are in .*run.jsonl; repeat the command`),
  );
  expect(stderr).toMatch(/^drafting: \d+ of 12 cases$/m);
  expect(readFileSync(results, 'utf8'), 'the file holds no message').not.toContain('cousin');

  stub.behave(shipping(0));
  const asked = stub.requests.filter(({ form }) => form === 'reading').length;
  const whole = await runInside(args, env);
  expect(whole.code).toBe(0);
  expect(whole.json()).toMatchObject({
    cases: 12,
    model: { name: 'openai-compatible:stub:8b', cases: 12, readings: 12 },
  });
  const again = stub.requests.filter(({ form }) => form === 'reading').length - asked;
  expect(again, 'only what was left is asked').toBe(12 - kept);
});

test('failed cases are asked again, and a model that keeps failing ends the run with a reason', async () => {
  const { stub, env } = await openModel({ kind: 'text', text: 'Sure!' });
  const file = freshFile('cases.jsonl', lines);
  const results = join(freshFolder(), 'run.jsonl');
  const failed = await runInside(evaluation(file, '--results', results), env);
  expect(failed.code).not.toBe(0);
  expect(failed.stderr).toContain('failed 5 times in a row: its answer did not match the required form');
  stub.behave(shipping(0));
  const whole = await runInside(evaluation(file, '--results', results), env);
  expect(whole.code).toBe(0);
  expect(whole.stdout).toMatch(/was asked about 12 cases: 12 readings/);
});

test('results of another run are not mixed in', async () => {
  const { env } = await openModel(shipping(0));
  const results = join(freshFolder(), 'run.jsonl');
  await runInside(evaluation(freshFile('cases.jsonl', lines), '--results', results), env);
  const other = await runInside(
    evaluation(freshFile('other.jsonl', lines.replace('number 0', 'number 99')), '--results', results),
    env,
  );
  expect(other.stderr).toContain('contains the results of a run with a different model');
  const strange = await runInside(
    evaluation(freshFile('cases.jsonl', lines), '--results', freshFile('x.txt', 'hello')),
    env,
  );
  expect(strange.stderr).toContain('does not contain the results of an evaluation');
  const without = await runInside(['evaluate', 'x', '--file', 'y', '--results', results], env);
  expect(without.code).not.toBe(0);
});
