import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
import { callTool, type ToolCaller } from './call-tool.ts';
import { instructions } from './instructions.ts';
import { createOneShotTransport } from './one-shot-transport.ts';
import type { JsonRpcRequest } from './read-message.ts';
import { type AgentTool, allowedTools } from './tools.ts';

/** The newest first: an unknown version asked for is answered with it. */
export const protocolVersions = ['2025-06-18', '2025-03-26', '2024-11-05'];

const serverInfo = { name: 'understudy', title: 'Understudy', version: '1.0.0' };
const options = {
  capabilities: { tools: {} },
  instructions,
  supportedProtocolVersions: protocolVersions,
  // Shared, because making one for each request costs more than the request.
  jsonSchemaValidator: new AjvJsonSchemaValidator(),
};

/** Answers one JSON-RPC request of a verified caller, whatever its params are. Nothing is kept between two requests. */
export async function answerMessage(
  tools: readonly AgentTool[],
  caller: ToolCaller,
  request: JsonRpcRequest,
): Promise<unknown> {
  const server = new Server(serverInfo, options);
  const visible = allowedTools(tools, caller.actor.scopes);
  server.setRequestHandler('tools/list', () => ({ tools: visible.map((tool) => tool.listing) }));
  server.setRequestHandler('tools/call', ({ params }) => {
    const tool = tools.find(({ listing }) => listing.name === params.name);
    if (tool === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no tool of this name; see tools/list.');
    return callTool(tool, params.arguments ?? {}, caller);
  });
  const transport = createOneShotTransport();
  server.onerror = () => transport.fail();
  await server.connect(transport);
  try {
    return await transport.exchange(request);
  } finally {
    await server.close();
  }
}
