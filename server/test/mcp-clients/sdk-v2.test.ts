import { Client, StreamableHTTPClientTransport, type VersionNegotiationOptions } from '@modelcontextprotocol/client';
import { expect, onTestFinished, test } from 'vitest';
import { type Connect, draftArguments, testClientGuarantees } from './support/client-guarantees.ts';
import { startRecordingProxy } from './support/recording-proxy.ts';

const connectWith =
  (versionNegotiation?: VersionNegotiationOptions): Connect =>
  async ({ url, key }) => {
    const client = new Client({ name: 'sdk-v2', version: '1.0.0' }, { versionNegotiation });
    onTestFinished(() => client.close());
    const requestInit = { headers: { authorization: `Bearer ${key}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit }));
    return {
      toolNames: async () => (await client.listTools()).tools.map(({ name }) => name),
      async call(name, args) {
        const { isError = false, structuredContent } = await client.callTool({ name, arguments: args });
        return { isError, body: structuredContent };
      },
    };
  };

const { service } = testClientGuarantees('the official SDK v2', connectWith());
const probing = testClientGuarantees('the official SDK v2 that probes versions', connectWith({ mode: 'auto' }));
const newest = { mode: { pin: '2026-07-28' } };
const pinned = testClientGuarantees('the official SDK v2 on 2026-07-28', connectWith(newest), { serves2026: true });

test('the official SDK v2 checks answers against the output schema: an invalid one is rejected', async () => {
  const proxy = await startRecordingProxy(service().url, (body) => body.replace('"ok":true', '"ok":"yes"'));
  const client = await connectWith()({ url: proxy.url, key: (await service().newTenant()).key });
  await client.toolNames();
  await expect(client.call('agent_draft_reply', draftArguments())).rejects.toThrow(/output schema/);
});

test('the official SDK v2 that probes versions has its answer in one exchange, and falls back immediately', async () => {
  const proxy = await startRecordingProxy(probing.service().url);
  const client = await connectWith({ mode: 'auto' })({
    url: proxy.url,
    key: (await probing.service().newTenant()).key,
  });
  await client.toolNames();
  const posts = proxy.exchanges.filter(({ what }) => what.startsWith('POST'));
  expect(posts.filter(({ what }) => what === 'POST server/discover')).toHaveLength(1);
  expect(posts.at(-1)).toMatchObject({ what: 'POST tools/list', status: 200 });
  expect(posts.length).toBeLessThanOrEqual(4);
});

test('the official SDK v2 finds revision 2026-07-28 by probing if it is served, and needs no handshake', async () => {
  const proxy = await startRecordingProxy(pinned.service().url);
  const { key } = await pinned.service().newTenant();
  const client = await connectWith({ mode: 'auto' })({ url: proxy.url, key });
  await client.toolNames();
  expect(proxy.exchanges).toEqual([
    { what: 'POST server/discover', status: 200, protocolVersion: '2026-07-28' },
    { what: 'POST tools/list', status: 200, protocolVersion: '2026-07-28' },
  ]);
});
