import { randomUUID } from 'node:crypto';
import type { AgentOutputItem, Model } from '@openai/agents';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { type Connect, draftArguments, testClientGuarantees } from './support/client-guarantees.ts';
import { needsClients, ofClient } from './support/needs-clients.ts';
import { startRecordingProxy } from './support/recording-proxy.ts';

needsClients();
const { Agent, MCPServerStreamableHttp, Runner, setTracingDisabled, Usage } = await ofClient(
  () => import('@openai/agents'),
);

// Traces would be sent to the vendor, but the tests may communicate only with the service.
beforeEach(() => setTracingDisabled(true));

async function open({ url, key }: { url: string; key: string }) {
  const server = new MCPServerStreamableHttp({
    name: 'understudy',
    url: `${url}/mcp`,
    requestInit: { headers: { Authorization: `Bearer ${key}` } },
  });
  onTestFinished(() => server.close());
  await server.connect();
  return server;
}

const connect: Connect = async (target) => {
  const server = await open(target);
  return {
    toolNames: async () => (await server.listTools()).map(({ name }) => name),
    async call(name, args) {
      const { isError = false, structuredContent } = await server.callToolResult(name, args);
      return { isError: isError === true, body: structuredContent };
    },
  };
};

const { service } = testClientGuarantees('the OpenAI Agents SDK', connect);
const newest = testClientGuarantees('the OpenAI Agents SDK on 2026-07-28', connect, { serves2026: true });

/** Returns a model that calls one tool after the other, and then repeats the last answer that it got. */
function scriptedModel(calls: { name: string; args: Record<string, unknown> }[]): Model {
  const rest = [...calls];
  return {
    async getResponse({ input }) {
      const call = rest.shift();
      const output: AgentOutputItem =
        call === undefined
          ? {
              type: 'message',
              role: 'assistant',
              status: 'completed',
              content: [{ type: 'output_text', text: JSON.stringify(input.at(-1)) }],
            }
          : {
              type: 'function_call',
              callId: randomUUID(),
              name: call.name,
              status: 'completed',
              arguments: JSON.stringify(call.args),
            };
      return { usage: new Usage(), output: [output] };
    },
    getStreamedResponse() {
      throw new Error('the script is not streamed');
    },
  };
}

test('an agent of the OpenAI Agents SDK drafts, and its model reads the decision', async () => {
  const server = await open({ url: service().url, key: (await service().newTenant()).key });
  const model = scriptedModel([{ name: 'agent_draft_reply', args: draftArguments() }]);
  const agent = new Agent({ name: 'desk', instructions: 'Draft.', model, mcpServers: [server] });
  const { finalOutput } = await new Runner({ tracingDisabled: true }).run(agent, 'A fan wrote.');
  expect(finalOutput).toContain('requiresCreator');
  expect(finalOutput).toContain('I ship worldwide from Lisbon');
});

test('the OpenAI Agents SDK uses revision 2026-07-28 if it is served', async () => {
  const proxy = await startRecordingProxy(newest.service().url);
  const client = await connect({ url: proxy.url, key: (await newest.service().newTenant()).key });
  await client.toolNames();
  expect(proxy.exchanges.at(-1)).toEqual({ what: 'POST tools/list', status: 200, protocolVersion: '2026-07-28' });
});
