import { expect, onTestFinished, test } from 'vitest';
import { type Connect, draftArguments, testClientGuarantees } from './support/client-guarantees.ts';
import { needsClients, ofClient } from './support/needs-clients.ts';

needsClients();
const { MultiServerMCPClient } = await ofClient(() => import('@langchain/mcp-adapters'));

// The person who runs the tests may have tracing on, but no data from the tests may leave the machine.
for (const prefix of ['LANGSMITH', 'LANGCHAIN']) {
  for (const suffix of ['TRACING', 'TRACING_V2']) delete process.env[`${prefix}_${suffix}`];
}

function open({ url, key }: { url: string; key: string }) {
  const client = new MultiServerMCPClient({
    understudy: { transport: 'http', url: `${url}/mcp`, headers: { Authorization: `Bearer ${key}` } },
  });
  onTestFinished(() => client.close());
  return client;
}

/** Calls go through LangChain's tools or, if a tool is hidden from the key, through the client below them. */
const connect: Connect = async (target) => {
  const client = open(target);
  const tools = await client.getTools();
  return {
    toolNames: async () => tools.map(({ name }) => name),
    async call(name, args) {
      const tool = tools.find((candidate) => candidate.name === name);
      if (tool === undefined) {
        const below = await client.getClient('understudy');
        const result = await below?.callTool({ name, arguments: args });
        return { isError: result?.isError === true, body: result?.structuredContent };
      }
      try {
        const answer = await tool.invoke(args);
        return { isError: false, body: answer.structuredContent };
      } catch (error) {
        const [json] = /\{.*\}/s.exec(String(error)) ?? [];
        if (json === undefined) throw error;
        return { isError: true, body: JSON.parse(json) };
      }
    },
  };
};

const { service } = testClientGuarantees("LangChain's adapters", connect);

test("LangChain's adapters pass the structured answer along with the text that the model reads", async () => {
  const client = open({ url: service().url, key: (await service().newTenant()).key });
  const draft = (await client.getTools()).find(({ name }) => name === 'agent_draft_reply');
  const message = await draft?.invoke({
    type: 'tool_call',
    id: 'call_1',
    name: 'agent_draft_reply',
    args: draftArguments(),
  });
  expect(JSON.stringify(message?.artifact)).toContain('"requiresCreator":false');
});
