import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { startService } from '../support/service-process.ts';
import { whyNoCurl } from './support/curl.ts';
import { freshDataFolder } from './support/places.ts';

const run = promisify(execFile);

test('a first start prints its address, a key once, and three commands that work; a second start shows no key', async ({
  skip,
}) => {
  const noCurl = whyNoCurl();
  skip(noCurl !== null, noCurl ?? '');
  const env = { ...freshDataFolder(), UNDERSTUDY_DEMO: 'true' };
  const first = await startService(env);
  onTestFinished(() => first.kill());
  await expect.poll(() => first.output()).toContain('npm start -- --no-demo');
  const printed = first.output();
  expect(printed).toContain(`listens on ${first.url}`);
  const [key] = printed.match(/^ {2}ustudy_live_[0-9A-Za-z]{38}$/m) ?? [];
  expect(key).toBeDefined();

  const lines = printed.split('\n').filter((line) => line.startsWith('curl '));
  expect(lines).toHaveLength(3);
  const answers: string[] = [];
  for (const line of lines) answers.push((await run('sh', ['-c', line])).stdout);
  const [draft = '', replay = '', handoff = ''] = answers;
  const { decision } = JSON.parse(draft);
  expect(decision).toMatchObject({ intent: 'pricing', riskLevel: 'safe', requiresCreator: false });
  expect(decision.reply).toBe('A place in the wheel class is €65, with clay, glaze and firing included.');
  expect(replay).toMatch(/^idempotency-replayed: true\r$/im);
  expect(replay).toContain(draft.trim());
  expect(JSON.parse(handoff)).toEqual({
    ok: true,
    conversationId: 'conv_marc',
    state: 'awaiting_owner',
    creatorNotified: true,
  });
  expect(await first.stop()).toBe(0);

  const second = await startService(env);
  onTestFinished(() => second.kill());
  await expect.poll(() => second.output()).toContain('keys create --workspace ws_demo');
  expect(second.output()).not.toContain('ustudy_live_');
  expect(await second.stop()).toBe(0);
});

test('a start on an empty store without the demo explains how to import a workspace', async () => {
  const service = await startService(freshDataFolder());
  onTestFinished(() => service.kill());
  await expect.poll(() => service.output()).toContain('understudy -- import FILE');
  expect(service.output()).not.toContain('ustudy_live_');
});
