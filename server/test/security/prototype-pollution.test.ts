import { expect, onTestFinished, test } from 'vitest';
import { parseDocument } from '../../src/admin/documents/parse-document.ts';
import { loadConfig } from '../../src/config.ts';
import { freshDataFolder, freshFile } from '../cli/support/places.ts';
import { understudy } from '../cli/support/understudy.ts';
import { rawExchange } from '../http/support/raw-exchange.ts';
import { sqliteHarness } from '../support/store-harness.ts';
import { startWorld } from '../support/world.ts';

const poison = '{"polluted":true,"isReplay":true,"scopes":["usage:read"],"toJSON":1,"status":200}';
/** Property names with which a careless merge would change the prototype of all objects. */
const bodies = [
  `{"__proto__":${poison},"profileId":"prof_aurora","message":"hello"}`,
  `{"\\u005f\\u005fproto__":${poison},"profileId":"prof_aurora","message":"hello"}`,
  `{"constructor":{"prototype":${poison}},"profileId":"prof_aurora","message":"hello"}`,
  `{"prototype":${poison},"profileId":"prof_aurora","message":"hello"}`,
  `{"profileId":"prof_aurora","message":"hello","history":[{"body":"x","__proto__":${poison}}]}`,
  `{"profileId":"prof_aurora","message":"hello","history":{"__proto__":${poison},"length":1}}`,
  `{"profileId":{"__proto__":${poison}},"message":"hello"}`,
  `{"profileId":"__proto__","message":"constructor"}`,
  `{"profileId":"constructor","message":"hello","conversationId":"__proto__"}`,
  `{"conversationId":"hasOwnProperty","confirm":true,"__proto__":{"confirm":true}}`,
  `[{"__proto__":${poison}}]`,
];

test('no name in a body, a query, a header, a tool’s arguments or a message around them reaches the shared prototype', async () => {
  const world = await startWorld(sqliteHarness());
  watchPrototypes();
  const before = await world.usage();
  for (const rawBody of bodies) {
    const idempotencyKey = crypto.randomUUID();
    for (const path of ['/api/v1/agent/draft', '/api/v1/agent/handoff'])
      expect((await world.call('POST', path, { rawBody, idempotencyKey })).status, rawBody).not.toBe(200);
    for (const message of [
      rawBody,
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","__proto__":${poison},"params":{"name":"agent_draft_reply","arguments":${rawBody}}}`,
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"__proto__":${poison},"name":"__proto__","arguments":{}}}`,
      `{"jsonrpc":"2.0","id":1,"method":"constructor","params":${rawBody}}`,
    ])
      expect((await world.call('POST', '/mcp', { rawBody: message })).text).not.toContain('"decision"');
  }
  for (const query of [
    '__proto__[polluted]=1',
    '__proto__=1',
    'constructor[prototype][polluted]=1',
    'profileId[__proto__]=x',
  ])
    expect((await world.call('GET', `/api/v1/agent/persona?profileId=prof_aurora&${query}`)).status, query).not.toBe(
      500,
    );
  const lines = [
    '__proto__: polluted',
    'constructor: polluted',
    'Cookie: __proto__=polluted; constructor=polluted',
    'X-Forwarded-For: __proto__',
  ];
  const head = `GET /api/v1/agent/usage HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${world.key}\r\n${lines.join('\r\n')}\r\n\r\n`;
  expect((await rawExchange(world.url, [head])).answers[0]?.status).toBe(200);
  for (const id of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf']) {
    expect((await world.persona(id)).body.error).toBe('agent_profile_not_found');
    expect((await world.draft({ profileId: id })).body.error).toBe('agent_profile_not_found');
  }
  const after = await world.usage();
  expect(Object.keys(after.body.usage)).toEqual(Object.keys(before.body.usage));
  expect(after.body.usage.used).toBe(before.body.usage.used);
});

test('the same applies to an imported document, as JSON or as YAML, and to the file of settings', async () => {
  watchPrototypes();
  const texts = [
    `{"workspaces":[{"id":"ws_a","name":"A","plan":"studio","__proto__":${poison}}]}`,
    `{"__proto__":${poison},"workspaces":[{"id":"ws_a","name":"A","plan":"studio"}]}`,
    `{"workspaces":[{"id":"ws_a","name":"A","plan":"studio","profiles":[{"id":"p","displayName":"P","persona":{"constructor":{"prototype":${poison}}}}]}]}`,
    'workspaces:\n  - id: ws_a\n    name: A\n    plan: studio\n    __proto__: {polluted: true}\n',
    'workspaces:\n  - id: ws_a\n    name: A\n    plan: studio\n    "constructor": {prototype: {polluted: true}}\n',
    'x: &x {__proto__: {polluted: true}}\nworkspaces:\n  - <<: *x\n    id: ws_a\n    name: A\n    plan: studio\n',
  ];
  for (const text of texts) {
    await Promise.resolve(parseDocument(Buffer.from(text), 'attack.txt')).catch(() => undefined);
    const { code, stderr } = await understudy(['import', '-'], { env: freshDataFolder(), input: text });
    expect([code, /at .*\.ts:\d+/.test(stderr)], text).toEqual([1, false]);
  }
  for (const text of [
    '__proto__: {polluted: true}\n',
    'constructor: {prototype: {polluted: true}}\n',
    'plans: {__proto__: {polluted: true}}\n',
  ])
    expect(() => loadConfig({ env: {}, filePath: freshFile('understudy.config.yaml', text) }), text).toThrow();
});

test('names of shared properties are ordinary ids: stored, and found by no other name', async () => {
  const world = await startWorld(sqliteHarness());
  watchPrototypes();
  const ids = ['__proto__', 'constructor', 'prototype', 'toString'];
  await world.importDocument({
    workspaces: ids.map((id) => ({
      id,
      name: id,
      plan: 'studio' as const,
      profiles: [{ id, displayName: id, persona: { facts: [{ id, topic: id, text: `The fact of ${id}.` }] } }],
      conversations: [
        {
          id,
          profileId: id,
          messages: [{ id, direction: 'inbound' as const, body: id, sentAt: '2026-01-01T10:00:00Z' }],
        },
      ],
    })),
  });
  for (const id of ids) {
    const { key } = await world.createKey({ workspaceId: id });
    expect((await world.persona(id, { key })).body.persona.facts).toEqual([
      expect.objectContaining({ text: `The fact of ${id}.` }),
    ]);
    expect((await world.draft({ profileId: id, conversationId: id, message: 'hello' }, { key })).status).toBe(200);
    for (const other of ids.filter((each) => each !== id))
      expect((await world.persona(other, { key })).status).toBe(404);
  }
});

/** Checks, when the test has finished, that the shared prototypes are unchanged. */
function watchPrototypes(): void {
  const shared = [Object.prototype, Array.prototype, Function.prototype, String.prototype, Number.prototype];
  const names = () => shared.map((each) => Reflect.ownKeys(each).map(String));
  const before = names();
  onTestFinished(() => {
    expect(names()).toEqual(before);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });
}
