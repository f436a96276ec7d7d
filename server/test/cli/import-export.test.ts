import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { sampleWorkspace } from '../support/world.ts';
import { bringIn, freshFile, onBothStores } from './support/places.ts';
import { repository, understudy } from './support/understudy.ts';

const demo = join(repository, 'server/demo/demo-workspace.yaml');
const nothing = { created: 0, updated: 0 };

onBothStores((fresh) => {
  test('what is imported comes out of export in the same form, and importing that changes nothing', async () => {
    const env = await fresh();
    const first = (await understudy(['import', demo, '--json'], { env })).json();
    expect(first.workspaces).toEqual({ created: 1, updated: 0, unchanged: 0 });
    expect(first.conversations.created).toBe(30);

    const yaml = (await understudy(['export', '--workspace', 'ws_demo'], { env })).stdout;
    const asJson = (await understudy(['export', '--workspace', 'ws_demo', '--json'], { env })).json();
    expect(parse(yaml)).toEqual(asJson);
    const [given] = parse(readFileSync(demo, 'utf8')).workspaces;
    const [exported] = asJson.workspaces;
    expect(exported.profiles.map(withoutDefaults)).toEqual(given.profiles.map(withoutDefaults));
    expect(new Map(exported.conversations.map(idAndTexts))).toEqual(new Map(given.conversations.map(idAndTexts)));

    const again = (await understudy(['import', '-', '--json'], { env, input: yaml })).json();
    for (const kind of ['workspaces', 'profiles', 'conversations', 'messages'])
      expect([kind, again[kind]]).toMatchObject([kind, nothing]);
  });

  test('a dry run says what would change, and changes nothing', async () => {
    const env = await fresh();
    const dry = (await understudy(['import', demo, '--dry-run', '--json'], { env })).json();
    expect(dry).toMatchObject({ dryRun: true, workspaces: { created: 1 }, conversations: { created: 30 } });
    expect((await understudy(['workspaces', 'list', '--json'], { env })).json()).toEqual([]);
  });

  test('one bad record of a thousand, and nothing is imported; every fault is told by its path', async () => {
    const env = await fresh();
    const entry = sampleWorkspace('ws_aurora');
    const conversations = Array.from({ length: 1_000 }, (_, index) => ({
      id: `conv_${index}`,
      profileId: 'prof_aurora',
      messages: [{ direction: index === 700 ? 'sideways' : 'inbound', body: 'hi', sentAt: '2026-01-01T10:00:00Z' }],
      ...(index === 900 ? { state: 'lost' } : {}),
    }));
    const file = freshFile('thousand.json', JSON.stringify({ workspaces: [{ ...entry, conversations }] }));
    const { code, stdout, stderr } = await understudy(['import', file, '--json'], { env });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('has 2 faults, so nothing was imported');
    expect(stderr).toContain('workspaces[0].conversations[700].messages[0].direction must be one of inbound, outbound');
    expect(stderr).toContain('workspaces[0].conversations[900].state must be one of');
    expect((await understudy(['workspaces', 'list', '--json'], { env })).json()).toEqual([]);
  });

  test('an import takes no conversation out of awaiting_owner, and says so, unless it is told to', async () => {
    const env = await fresh();
    const entry = sampleWorkspace('ws_aurora');
    const [maya, ...others] = entry.conversations ?? [];
    if (maya === undefined) throw new Error('the sample has a conversation');
    const withMaya = (state: 'open' | 'awaiting_owner') => ({
      workspaces: [{ ...entry, conversations: [{ ...maya, state }, ...others] }],
    });
    const stateOf = async () =>
      (await understudy(['conversations', 'list', '-w', 'ws_aurora', '--json'], { env }))
        .json()
        .find(({ id }: { id: string }) => id === 'conv_maya').state;
    await bringIn(env, withMaya('awaiting_owner'));

    const input = JSON.stringify(withMaya('open'));
    const kept = await understudy(['import', '-'], { env, input });
    expect(kept.stdout).toContain('Still waiting for their creator, whatever the file says: conv_maya');
    expect(await stateOf()).toBe('awaiting_owner');
    expect((await understudy(['import', '-', '--force-state', '--json'], { env, input })).json().keptAwaiting).toEqual(
      [],
    );
    expect(await stateOf()).toBe('open');
  });

  test('100,000 messages are imported in one step, in bounded memory, with progress on standard error', async () => {
    const env = await fresh();
    const messages = Array.from({ length: 100 }, (_, index) => ({
      direction: 'inbound',
      body: `message ${index} with some words around it`,
      sentAt: new Date(1_700_000_000_000 + index * 1_000).toISOString(),
    }));
    const conversations = Array.from({ length: 1_000 }, (_, index) => ({
      id: `conv_${index}`,
      profileId: 'prof_aurora',
      messages,
    }));
    const file = freshFile(
      'large.json',
      JSON.stringify({ workspaces: [{ ...sampleWorkspace('ws_aurora'), conversations }] }),
    );
    const { code, stdout, stderr } = await understudy(['import', file, '--json'], {
      env: { ...env, NODE_OPTIONS: '--max-old-space-size=256' },
    });
    expect([code, JSON.parse(stdout).messages.created]).toEqual([0, 100_000]);
    expect(stderr).toMatch(/^storing: 100,000 of 100,000 messages$/m);
  }, 60_000);
});

/** An item as it is written, without what an export may spell out or leave out. */
function withoutDefaults(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, child) =>
      (key === 'approved' && child === true) || (key === 'status' && child === 'active')
        ? undefined
        : /^\d{4}-\d\d-\d\dT/.test(String(child))
          ? new Date(child).toISOString()
          : child,
    ),
  );
}

function idAndTexts({
  id,
  messages,
}: {
  id: string;
  messages: { sentAt: string; body: string }[];
}): [string, string[]] {
  return [id, messages.map(({ sentAt, body }) => `${sentAt} ${body}`)];
}
