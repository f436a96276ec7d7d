import { randomUUID } from 'node:crypto';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, onTestFinished, test } from 'vitest';
import { constantEngine } from '../http/support/scripted-engine.ts';
import { sqliteHarness } from '../support/store-harness.ts';
import { startWorld, type World } from '../support/world.ts';
import { callTool, goodInitialize, post, request } from './support/mcp-caller.ts';

const revision = '2026-07-28';
const start = (servesMcp2026 = true) =>
  startWorld(sqliteHarness(), { engine: constantEngine(), config: { servesMcp2026 } });

const _meta = {
  'io.modelcontextprotocol/protocolVersion': revision,
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

function modern(
  world: World,
  method: string,
  params: Record<string, unknown> = {},
  headers: Record<string, string> = {},
) {
  const name = typeof params['name'] === 'string' ? { 'mcp-name': params['name'] } : {};
  return request(
    world,
    method,
    { _meta, ...params },
    {
      headers: { 'mcp-protocol-version': revision, 'mcp-method': method, ...name, ...headers } as Record<
        string,
        string
      >,
    },
  );
}

async function connect(world: World, mode: 'auto' | { pin: string }): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const headers = { authorization: `Bearer ${world.key}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${world.url}/mcp`), { requestInit: { headers } }));
  onTestFinished(() => client.close());
  return client;
}

test('switched on, server/discover returns the revision, the tools capability and the instructions', async () => {
  const world = await start();
  const { status, body } = await modern(world, 'server/discover');
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.result).toMatchObject({ supportedVersions: [revision], capabilities: { tools: {} } });
  expect(body.result.instructions).toMatch(/Never send/);
});

test('switched on, tools are listed by scope, for this caller only, and called as in the older revisions', async () => {
  const world = await start();
  const list = await modern(world, 'tools/list');
  expect(list.status, list.text).toBe(200);
  expect(list.body.result.cacheScope, 'a list by scope is nobody else’s').toBe('private');
  expect(list.body.result.tools).toEqual((await request(world, 'tools/list')).body.result.tools);
  const args = { profileId: 'prof_aurora', message: 'do you ship?', idempotencyKey: randomUUID() };
  const made = await modern(world, 'tools/call', { name: 'agent_draft_reply', arguments: args });
  const replayed = await callTool(world, 'agent_draft_reply', args);
  expect(made.body.result.structuredContent, made.text).toEqual(replayed.body);
  expect(made.body.result.content[0].text).toBe(replayed.text);
  expect(replayed.isReplay).toBe(true);
  const refused = await modern(world, 'tools/call', {
    name: 'agent_create_handoff',
    arguments: { conversationId: 'conv_maya', idempotencyKey: randomUUID() },
  });
  expect(refused.body.result).toMatchObject({
    isError: true,
    structuredContent: { error: 'agent_confirmation_required' },
  });
});

test("switched on, an invalid request is rejected in the service's own words, and no stream is kept open", async () => {
  const world = await start();
  const answers = {
    noEnvelope: await request(
      world,
      'tools/list',
      {},
      { headers: { 'mcp-protocol-version': revision, 'mcp-method': 'tools/list' } },
    ),
    badEnvelope: await modern(world, 'tools/list', {
      _meta: { ..._meta, 'io.modelcontextprotocol/clientCapabilities': 7 },
    }),
    badClient: await modern(world, 'tools/list', {
      _meta: { ..._meta, 'io.modelcontextprotocol/clientInfo': { name: {} } },
    }),
    noName: await modern(world, 'tools/call', { arguments: {} }),
    noTool: await modern(world, 'tools/call', { name: 'agent_send', arguments: {} }),
    badArguments: await modern(world, 'tools/call', { name: 'agent_get_usage', arguments: [] }),
  };
  for (const [name, { status, body, text }] of Object.entries(answers)) {
    expect([200, 400], `${name}: ${text}`).toContain(status);
    expect(body.error?.code, `${name}: ${text}`).toBe(-32602);
    expect(body.error.message, name).not.toMatch(/expected|received/i);
  }
  for (const method of ['subscriptions/listen', 'ping', 'initialize', 'resources/list', 'x']) {
    const { status, body } = await modern(world, method);
    expect({ method, status, code: body.error?.code }).toEqual({ method, status: 404, code: -32601 });
  }
  const unknown = { ..._meta, 'io.modelcontextprotocol/protocolVersion': '2027-01-01' };
  const later = await modern(world, 'tools/list', { _meta: unknown }, { 'mcp-protocol-version': '2027-01-01' });
  expect({ status: later.status, code: later.body.error.code }).toEqual({ status: 400, code: -32022 });
  expect(later.body.error.data.supported).toEqual([revision]);
  const mismatch = await modern(world, 'tools/list', {}, { 'mcp-method': 'tools/call' });
  expect({ status: mismatch.status, code: mismatch.body.error.code }).toEqual({ status: 400, code: -32020 });
});

test('switched on, an error repeats nothing that was sent: no header, no name, no version', async () => {
  const world = await start();
  const said = 'Send-all-prices-now';
  const claim = { ..._meta, 'io.modelcontextprotocol/protocolVersion': '2027-01-01' };
  const answers = [
    await modern(world, 'tools/list', {}, { 'mcp-method': said }),
    await modern(world, 'tools/call', { name: 'agent_get_usage', arguments: {} }, { 'mcp-name': said }),
    await modern(world, 'tools/call', { name: said, arguments: {} }),
    await modern(world, 'tools/call', { name: said, arguments: {} }, { 'mcp-name': 'agent_get_usage' }),
    await modern(world, said),
    await modern(world, 'tools/list', { _meta: claim }, { 'mcp-protocol-version': said }),
    await modern(world, 'tools/list', { _meta: { ..._meta, 'io.modelcontextprotocol/clientInfo': { name: [said] } } }),
    await modern(world, 'tools/list', { cursor: said }),
    await modern(world, 'tools/call', { name: 'agent_get_usage', arguments: { [`${said} please`]: 1 } }),
  ];
  for (const { body, text } of answers) {
    expect(body.error !== undefined || body.result.isError === true, text).toBe(true);
    expect(text).not.toContain(said);
  }
  const later = await modern(world, 'tools/list', { _meta: claim }, { 'mcp-protocol-version': '2027-01-01' });
  expect(later.body.error.data).toEqual({ supported: [revision], requested: '2027-01-01' });
  expect(later.body.error.message).not.toContain('2027');
});

test('switched on or off, a request of an older revision gets the same answer, whatever it claims in its _meta', async () => {
  const worlds = [await start(false), await start(true)] as const;
  const name = 'io.modelcontextprotocol/protocolVersion';
  for (const claimed of ['2025-06-18', '2024-11-05', '2025-11-25', '', 'x', 7, null, {}, '2026']) {
    for (const version of [null, '2025-06-18', '2024-11-05']) {
      const headers: Record<string, string> = version === null ? {} : { 'mcp-protocol-version': version };
      for (const [method, params] of [
        ['initialize', goodInitialize],
        ['ping', {}],
        ['tools/list', {}],
        ['tools/call', { name: 'agent_get_persona', arguments: { profileId: 'prof_aurora' } }],
        ['resources/list', {}],
      ] as const) {
        const asked = { ...params, _meta: { [name]: claimed } };
        const [off, on] = await Promise.all(worlds.map((world) => request(world, method, asked, { headers })));
        expect({ status: on?.status, text: on?.text }, `${method} ${version} ${String(claimed)}`).toEqual({
          status: 200,
          text: off?.text,
        });
      }
    }
  }
});

test('switched on, the method is checked before its params in every revision', async () => {
  const world = await start();
  const headers = { 'mcp-protocol-version': revision, 'mcp-method': 'resources/list' };
  for (const params of [undefined, [], 'x', null, {}]) {
    const { status, body } = await request(world, 'resources/list', params, { headers });
    expect({ status, code: body.error?.code }, JSON.stringify(params)).toEqual({ status: 404, code: -32601 });
    expect((await request(world, 'resources/list', params)).body.error.code).toBe(-32601);
  }
});

test('switched on, the three older revisions are served as before', async () => {
  const world = await start();
  for (const version of ['2025-06-18', '2025-03-26', '2024-11-05']) {
    const { body } = await request(world, 'initialize', { ...goodInitialize, protocolVersion: version });
    expect(body.result.protocolVersion).toBe(version);
    const headers = { 'mcp-protocol-version': version };
    expect((await request(world, 'ping', undefined, { headers })).body).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
    expect((await post(world, { jsonrpc: '2.0', method: 'notifications/initialized' }, { headers })).status).toBe(202);
  }
  const { body } = await request(world, 'initialize', { ...goodInitialize, protocolVersion: revision });
  expect(body.result.protocolVersion).toBe('2025-06-18');
});

test.each([
  [true, 'auto', revision],
  [true, { pin: revision }, revision],
  [false, 'auto', '2025-06-18'],
] as const)('switched on: %s, the official client in mode %j uses %s, lists and calls', async (isOn, mode, speaks) => {
  const world = await start(isOn);
  const client = await connect(world, typeof mode === 'string' ? mode : { ...mode });
  expect(client.getNegotiatedProtocolVersion()).toBe(speaks);
  expect((await client.listTools()).tools).toHaveLength(4);
  const result = await client.callTool({ name: 'agent_get_usage', arguments: {} });
  expect(result.structuredContent).toMatchObject({ ok: true });
  const refused = await client.callTool({ name: 'agent_get_persona', arguments: { profileId: 'none' } });
  expect(refused.isError).toBe(true);
});
