import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { bringInLong } from '../archive/support/long-document.ts';
import { sampleWorkspace } from '../support/world.ts';
import { bringIn, freshDataFolder, freshFolder } from './support/places.ts';
import { repository, runInside, startUnderstudy, understudy } from './support/understudy.ts';

test('the printed descriptions are the ones that the repository publishes', async () => {
  for (const [command, file] of [
    ['openapi', 'openapi.json'],
    ['schema', 'workspace-document.schema.json'],
  ] as const) {
    const { stdout } = await understudy([command]);
    expect(stdout === readFileSync(join(repository, file), 'utf8') ? command : `${file} is out of date`).toBe(command);
  }
});

test('names from outside cannot control the terminal, and are unchanged in JSON', async () => {
  const env = freshDataFolder();
  const name = 'Maya \u001b[2J\u001b]0;gotcha\u0007 \u202Eevil';
  const { conversations = [], ...entry } = sampleWorkspace('ws_aurora');
  await bringIn(env, {
    workspaces: [
      { ...entry, name, conversations: conversations.map((conversation) => ({ ...conversation, contact: { name } })) },
    ],
  });
  for (const args of [
    ['workspaces', 'list'],
    ['conversations', 'list', '-w', 'ws_aurora'],
  ]) {
    const table = (await runInside(args, { ...env, FORCE_COLOR: '1' })).stdout;
    expect(table).toContain('Maya');
    for (const mark of ['\u001b[2J', '\u001b]', '\u0007', '\u202E']) expect(table).not.toContain(mark);
  }
  expect((await runInside(['workspaces', 'list', '--json'], env)).json()[0].name).toBe(name);
});

test('a feed whose answers are no longer read is appended to its end', async () => {
  const env = freshDataFolder();
  await bringIn(env, { workspaces: [sampleWorkspace('ws_aurora')] });
  const child = startUnderstudy(['conversations', 'append', '-w', 'ws_aurora', '--json'], { env });
  child.stderr.resume();
  child.stdin.on('error', () => undefined);
  const line = (id: number) =>
    `${JSON.stringify({ id: `fed-${id}`, conversationId: 'conv_fed', profileId: 'prof_aurora', direction: 'inbound', body: 'hello' })}\n`;
  child.stdin.write(line(0));
  await once(child.stdout, 'data');
  child.stdout.destroy();
  for (let id = 1; id < 5; id += 1) {
    child.stdin.write(line(id));
    await delay(400);
  }
  child.stdin.end();
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
  const { workspaces } = (await runInside(['export', '-w', 'ws_aurora', '--json'], env)).json();
  const fed = workspaces[0].conversations.find(({ id }: { id: string }) => id === 'conv_fed');
  expect(fed.messages).toHaveLength(5);
});

test('a backup whose progress is no longer read is finished', async () => {
  const env = freshDataFolder();
  await bringInLong(env['UNDERSTUDY_DATA_DIR'] ?? '');
  const folder = freshFolder();
  const file = join(folder, 'all.jsonl.gz');
  const child = startUnderstudy(['backup', file], { env });
  const exited = once(child, 'exit');
  while (child.exitCode === null && readdirSync(folder).length === 0) await delay(5);
  // It stands still until it has taken so long that it shows its progress, however quick the machine is.
  child.kill('SIGSTOP');
  expect([child.exitCode, existsSync(file)]).toEqual([null, false]);
  child.stdout.destroy();
  child.stderr.destroy();
  await delay(1_000);
  child.kill('SIGCONT');
  const [code] = await exited;
  expect([code, existsSync(file)]).toEqual([0, true]);
});

test('output that a full disk truncates is an error (skipped where there is no /dev/full)', async (context) => {
  if (!existsSync('/dev/full')) return context.skip();
  const full = openSync('/dev/full', 'w');
  const child = spawn(process.execPath, [join(repository, 'scripts/run.mjs'), 'openapi'], {
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', full, 'pipe'],
    timeout: 180_000,
  });
  let complaint = '';
  child.stderr?.on('data', (chunk) => (complaint += chunk));
  const [code] = await once(child, 'close');
  closeSync(full);
  expect([code, complaint.trim().split('\n')]).toEqual([1, [expect.stringContaining('could be written: ENOSPC')]]);
});

test('a reader that disconnects early, such as head, is not an error', async () => {
  const env = freshDataFolder();
  const conversations = Array.from({ length: 3_000 }, (_, index) => ({
    id: `conv_${index}`,
    profileId: 'prof_aurora',
  }));
  await bringIn(env, { workspaces: [{ ...sampleWorkspace('ws_aurora'), conversations }] });
  const child = startUnderstudy(['export', '-w', 'ws_aurora'], { env });
  let complaint = '';
  child.stderr.on('data', (chunk) => (complaint += chunk));
  child.stdout.once('data', () => child.stdout.destroy());
  const code = await new Promise((resolve) => child.once('close', resolve));
  expect([code, complaint]).toEqual([0, '']);
});
