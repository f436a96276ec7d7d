import { expect, onTestFinished, test } from 'vitest';
import { type Connect, draftArguments, testClientGuarantees } from './support/client-guarantees.ts';
import { needsClients, ofClient } from './support/needs-clients.ts';
import { startRecordingProxy } from './support/recording-proxy.ts';

needsClients();
const { Client } = await ofClient(() => import('@modelcontextprotocol/sdk/client/index.js'));
const { StreamableHTTPClientTransport } = await ofClient(
  () => import('@modelcontextprotocol/sdk/client/streamableHttp.js'),
);

const connect: Connect = async ({ url, key }) => {
  const client = new Client({ name: 'sdk-v1', version: '1.0.0' });
  onTestFinished(() => client.close());
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit }));
  return {
    toolNames: async () => (await client.listTools()).tools.map(({ name }) => name),
    async call(name, args) {
      const { isError = false, structuredContent } = await client.callTool({ name, arguments: args });
      return { isError: isError === true, body: structuredContent };
    },
  };
};

const { service } = testClientGuarantees('the official SDK v1', connect);
testClientGuarantees('the official SDK v1, where 2026-07-28 is served too,', connect, { serves2026: true });

test('the official SDK v1 negotiates 2025-06-18, and works without a stream from the server', async () => {
  const proxy = await startRecordingProxy(service().url);
  const client = await connect({ url: proxy.url, key: (await service().newTenant()).key });
  await client.toolNames();
  // The client requests the stream in parallel with its other requests, so the order varies.
  await expect
    .poll(() => proxy.exchanges.toSorted((one, other) => one.what.localeCompare(other.what)))
    .toEqual([
      { what: 'GET /mcp', status: 405, protocolVersion: '2025-06-18' },
      { what: 'POST initialize', status: 200, protocolVersion: null },
      { what: 'POST notifications/initialized', status: 202, protocolVersion: '2025-06-18' },
      { what: 'POST tools/list', status: 200, protocolVersion: '2025-06-18' },
    ]);
});

test('the official SDK v1 checks answers against the output schema: an invalid one is rejected', async () => {
  const proxy = await startRecordingProxy(service().url, (body) => body.replace('"ok":true', '"ok":"yes"'));
  const client = await connect({ url: proxy.url, key: (await service().newTenant()).key });
  await client.toolNames();
  await expect(client.call('agent_draft_reply', draftArguments())).rejects.toThrow(/output schema/);
});
