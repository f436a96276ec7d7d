import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { sampleWorkspace } from '../support/world.ts';
import { bringIn, freshFile, onBothStores } from './support/places.ts';
import { repository, runInside, understudy } from './support/understudy.ts';

const demo = join(repository, 'server/demo/demo-workspace.yaml');
const nothing = { created: 0, updated: 0 };

onBothStores((fresh) => {
  test('an imported document is exported in the same format, and importing that changes nothing', async () => {
    const env = await fresh();
    const first = (await runInside(['import', demo, '--json'], env)).json();
    expect(first.workspaces).toEqual({ created: 1, updated: 0, unchanged: 0 });
    expect(first.conversations.created).toBe(30);

    const yaml = (await runInside(['export', '--workspace', 'ws_demo'], env)).stdout;
    const asJson = (await runInside(['export', '--workspace', 'ws_demo', '--json'], env)).json();
    expect(parse(yaml)).toEqual(asJson);
    const [given] = parse(readFileSync(demo, 'utf8')).workspaces;
    const [exported] = asJson.workspaces;
    expect(exported.profiles.map(withoutDefaults)).toEqual(given.profiles.map(withoutDefaults));
    expect(new Map(exported.conversations.map(idAndTexts))).toEqual(new Map(given.conversations.map(idAndTexts)));

    const again = (await runInside(['import', '-', '--json'], env, yaml)).json();
    for (const kind of ['workspaces', 'profiles', 'conversations', 'messages'])
      expect([kind, again[kind]]).toMatchObject([kind, nothing]);
  });

  test('a dry run shows what would change, and changes nothing', async () => {
    const env = await fresh();
    const dry = (await runInside(['import', demo, '--dry-run', '--json'], env)).json();
    expect(dry).toMatchObject({ dryRun: true, workspaces: { created: 1 }, conversations: { created: 30 } });
    expect((await runInside(['workspaces', 'list', '--json'], env)).json()).toEqual([]);
  });

  test('one invalid record among a thousand prevents the import, and every error is reported with its path', async () => {
    const env = await fresh();
    const entry = sampleWorkspace('ws_aurora');
    const conversations = Array.from({ length: 1_000 }, (_, index) => ({
      id: `conv_${index}`,
      profileId: 'prof_aurora',
      messages: [{ direction: index === 700 ? 'sideways' : 'inbound', body: 'hi', sentAt: '2026-01-01T10:00:00Z' }],
      ...(index === 900 ? { state: 'lost' } : {}),
    }));
    const file = freshFile('thousand.json', JSON.stringify({ workspaces: [{ ...entry, conversations }] }));
    const { code, stdout, stderr } = await runInside(['import', file, '--json'], env);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('has 2 faults, so nothing was imported');
    expect(stderr).toContain('workspaces[0].conversations[700].messages[0].direction must be one of inbound, outbound');
    expect(stderr).toContain('workspaces[0].conversations[900].state must be one of');
    expect((await runInside(['workspaces', 'list', '--json'], env)).json()).toEqual([]);
  });

  test('errors of every kind are reported together: in the format, in ids and times, and in references to profiles', async () => {
    const env = await fresh();
    await bringIn(env, { workspaces: [{ ...sampleWorkspace('ws_aurora'), conversations: [] }] });
    const from = '2026-02-01T00:00:00Z';
    const persona = { facts: [{ id: 'f', text: 'x', validFrom: from, validUntil: from }] };
    const workspaces = [
      {
        id: 'ws_aurora',
        name: 'Aurora',
        plan: 'gold',
        allowedOrigins: ['https://*.example', 'https://a.example:99999'],
        notifications: { webhook: { url: 'https://user:secret@hooks.example/in#part' } },
        profiles: [
          { id: 'prof_new', displayName: 'N', persona },
          { id: 'prof_new', displayName: '' },
        ],
        conversations: [
          { id: 'conv_1', profileId: 'prof_aurora' },
          { id: 'conv_2', profileId: 'prof_new' },
          { id: 'conv_2', profileId: 'prof_nobody', state: 'lost' },
        ],
      },
      { id: 'ws_else', name: 'Else', plan: 'creator', conversations: [{ id: 'c', profileId: 'prof_aurora' }] },
    ];
    const { code, stderr } = await runInside(['import', '-'], env, JSON.stringify({ workspaces }));
    expect(code).toBe(1);
    expect(stderr).toContain('has 12 faults, so nothing was imported');
    for (const fault of [
      'workspaces[0].plan must be one of',
      'workspaces[0].allowedOrigins[0] must name one host. A "*" matches nothing',
      'workspaces[0].allowedOrigins[1] must be a scheme, a host and optionally a port from 1 to 65535',
      'workspaces[0].notifications.webhook.url must not contain a user name or password',
      'workspaces[0].notifications.webhook.url must not contain a fragment',
      'workspaces[0].profiles[0].persona.facts[0].validUntil must be later than validFrom',
      'workspaces[0].profiles[1].id "prof_new" is already the id of workspaces[0].profiles[0]',
      'workspaces[0].profiles[1].displayName must not be empty',
      'workspaces[0].conversations[2].id "conv_2" is already the id of workspaces[0].conversations[1]',
      'workspaces[0].conversations[2].state must be one of',
      'workspaces[1].conversations[0].profileId: the profile "prof_aurora" exists neither in this document nor in the workspace',
    ])
      expect(stderr).toContain(fault);
    expect(stderr).toContain('workspaces[0].conversations[2].profileId: the profile "prof_nobody"');
    expect(stderr).not.toContain('secret');
  });

  test('an origin is stored as browsers send it, whatever its case and default port', async () => {
    const env = await fresh();
    const allowedOrigins = [
      'https://OK.example',
      'https://ok.example:443',
      'http://b.example:80',
      'http://b.example:81',
    ];
    await bringIn(env, { workspaces: [{ id: 'ws_o', name: 'O', plan: 'creator', allowedOrigins }] });
    const made = ['workspaces', 'create', '--id', 'ws_m', '--name', 'M', '--plan', 'creator'];
    await runInside([...made, '--origin', 'https://Desk.example:443'], env);
    const listed = (await runInside(['workspaces', 'list', '--json'], env)).json();
    expect(listed.map((workspace: { allowedOrigins: string[] }) => workspace.allowedOrigins)).toEqual([
      ['https://desk.example'],
      ['https://ok.example', 'http://b.example', 'http://b.example:81'],
    ]);
  });

  test('an import reports which workspaces have a webhook without a signing secret', async () => {
    const env = await fresh();
    const notifications = { webhook: { url: 'https://hooks.example/in' } };
    const input = JSON.stringify({ workspaces: [{ id: 'ws_hook', name: 'H', plan: 'creator', notifications }] });
    const unsigned = await runInside(['import', '-', '--json'], env, input);
    expect([unsigned.code, unsigned.json().workspaces.created]).toEqual([0, 1]);
    expect(unsigned.stderr).toContain('understudy notifications secret --workspace ws_hook');
    await runInside(['notifications', 'secret', '-w', 'ws_hook'], env);
    expect((await runInside(['import', '-', '--json'], env, input)).stderr).not.toContain('no secret');
  });

  test('an import moves no conversation out of awaiting_owner, and reports this, unless it is forced', async () => {
    const env = await fresh();
    const entry = sampleWorkspace('ws_aurora');
    const [maya, ...others] = entry.conversations ?? [];
    if (maya === undefined) throw new Error('the sample has a conversation');
    const withMaya = (state: 'open' | 'awaiting_owner') => ({
      workspaces: [{ ...entry, conversations: [{ ...maya, state }, ...others] }],
    });
    const stateOf = async () =>
      (await runInside(['conversations', 'list', '-w', 'ws_aurora', '--json'], env))
        .json()
        .find(({ id }: { id: string }) => id === 'conv_maya').state;
    await bringIn(env, withMaya('awaiting_owner'));

    const input = JSON.stringify(withMaya('open'));
    const kept = await runInside(['import', '-'], env, input);
    expect(kept.stdout).toContain('Still waiting for their creator, although the file says otherwise: conv_maya.');
    expect(await stateOf()).toBe('awaiting_owner');
    expect((await runInside(['import', '-', '--force-state', '--json'], env, input)).json().keptAwaiting).toEqual([]);
    expect(await stateOf()).toBe('open');
  });

  test('100,000 messages are imported in one step, with limited memory, and with progress on standard error', async () => {
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
  });
});

/** Returns an item without the fields that an export may add or leave out. */
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
