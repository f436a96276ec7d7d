import { createMCPClient } from '@ai-sdk/mcp';
import { jsonSchema } from 'ai';
import { expect, onTestFinished, test } from 'vitest';
import { type Connect, draftArguments, testClientGuarantees } from './support/client-guarantees.ts';
import { startRecordingProxy } from './support/recording-proxy.ts';

async function open({ url, key }: { url: string; key: string }) {
  const client = await createMCPClient({
    transport: { type: 'http', url: `${url}/mcp`, headers: { authorization: `Bearer ${key}` } },
  });
  onTestFinished(() => client.close());
  return client;
}

const connect: Connect = async (target) => {
  const client = await open(target);
  return {
    toolNames: async () => (await client.listTools()).tools.map(({ name }) => name),
    async call(name, args) {
      const { isError = false, structuredContent } = await client.callTool({ name, arguments: args });
      return { isError: isError === true, body: structuredContent };
    },
  };
};

const { service } = testClientGuarantees("the AI SDK's client", connect);
const newest = testClientGuarantees("the AI SDK's client on 2026-07-28", connect, { serves2026: true });

test("the AI SDK's client makes tools that a model can call, with the rule on requiresCreator in its instructions", async () => {
  const client = await open({ url: service().url, key: (await service().newTenant()).key });
  expect(client.instructions).toContain('requiresCreator');
  const { agent_draft_reply: draft } = await client.tools();
  expect(draft?.description).toContain('never sends');
  const answer = await draft?.execute(draftArguments(), { toolCallId: 'call_1', messages: [], context: {} });
  expect(answer).toMatchObject({ structuredContent: { ok: true, decision: { riskLevel: 'safe' } } });
});

test("the AI SDK's client checks answers against an output schema that its user sets", async () => {
  const client = await open({ url: service().url, key: (await service().newTenant()).key });
  const draftOf = async (type: 'boolean' | 'string') => {
    const { agent_draft_reply: draft } = await client.tools({
      schemas: {
        agent_draft_reply: {
          inputSchema: jsonSchema<Record<string, unknown>>({ type: 'object' }),
          outputSchema: jsonSchema<{ ok: unknown }>(
            { type: 'object' },
            {
              validate: (value) =>
                typeof (value as { ok?: unknown }).ok === type // any value may be checked for a field
                  ? { success: true, value: value as { ok: unknown } } // checked above
                  : { success: false, error: new Error('ok') },
            },
          ),
        },
      },
    });
    return draft?.execute(draftArguments(), { toolCallId: 'call_1', messages: [], context: {} });
  };
  await expect(draftOf('boolean')).resolves.toMatchObject({ ok: true });
  await expect(draftOf('string')).rejects.toThrow(/outputSchema/);
});

test("the AI SDK's client probes for a newer revision and falls back immediately", async () => {
  const proxy = await startRecordingProxy(service().url);
  const client = await connect({ url: proxy.url, key: (await service().newTenant()).key });
  await client.toolNames();
  const posts = proxy.exchanges.filter(({ what }) => what.startsWith('POST'));
  expect(posts[0]?.what).toBe('POST server/discover');
  expect(posts.at(-1)).toMatchObject({ what: 'POST tools/list', status: 200 });
  expect(posts.length).toBeLessThanOrEqual(4);
});

test("the AI SDK's client uses revision 2026-07-28 if it is served", async () => {
  const proxy = await startRecordingProxy(newest.service().url);
  const client = await connect({ url: proxy.url, key: (await newest.service().newTenant()).key });
  await client.toolNames();
  expect(proxy.exchanges.at(-1)).toEqual({ what: 'POST tools/list', status: 200, protocolVersion: '2026-07-28' });
});
