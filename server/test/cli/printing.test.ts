import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sampleWorkspace } from '../support/world.ts';
import { bringIn, freshDataFolder } from './support/places.ts';
import { repository, startUnderstudy, understudy } from './support/understudy.ts';

test('the descriptions that are printed are the ones that the repository publishes', async () => {
  for (const [command, file] of [
    ['openapi', 'openapi.json'],
    ['schema', 'workspace-document.schema.json'],
  ] as const) {
    const { stdout } = await understudy([command]);
    expect(stdout === readFileSync(join(repository, file), 'utf8') ? command : `${file} is out of date`).toBe(command);
  }
});

test('names that came from outside cannot steer the terminal, and reach machines unchanged', async () => {
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
    const table = (await understudy(args, { env: { ...env, FORCE_COLOR: '1' } })).stdout;
    expect(table).toContain('Maya');
    for (const mark of ['\u001b[2J', '\u001b]', '\u0007', '\u202E']) expect(table).not.toContain(mark);
  }
  expect((await understudy(['workspaces', 'list', '--json'], { env })).json()[0].name).toBe(name);
});

test('a reader that leaves early, such as head, is no fault', async () => {
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
