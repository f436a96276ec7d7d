import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
import { callTool, type ToolCaller } from './call-tool.ts';
import { instructions } from './instructions.ts';
import type { JsonRpcRequest } from './read-message.ts';
import { type AgentTool, allowedTools } from './tools.ts';

/** The newest version comes first, because it is the answer to an unknown requested version. */
export const protocolVersions = ['2025-06-18', '2025-03-26', '2024-11-05'];

export const noSuchTool = 'This tool does not exist; see tools/list.';

const serverInfo = { name: 'understudy', title: 'Understudy', version: '1.0.0' };
const options = {
  capabilities: { tools: {} },
  instructions,
  supportedProtocolVersions: protocolVersions,
  // Shared, because creating a validator for each request costs more than the request.
  jsonSchemaValidator: new AjvJsonSchemaValidator(),
};

/** Creates a protocol server for one checked request from a verified caller. */
export function createServer(tools: readonly AgentTool[], caller: ToolCaller, request: JsonRpcRequest): Server {
  const server = new Server(serverInfo, options);
  server.setRequestHandler('tools/list', () => ({
    tools: allowedTools(tools, caller.actor.scopes).map((tool) => tool.listing),
  }));
  server.setRequestHandler('tools/call', async () => {
    const result = await answerToolCall(tools, caller, request);
    if (result === null) throw new ProtocolError(ProtocolErrorCode.InvalidParams, noSuchTool);
    return JSON.parse(result);
  });
  return server;
}

/** Answers a checked `tools/call` with the result as JSON text; resolves to null if the tool does not exist. */
export async function answerToolCall(
  tools: readonly AgentTool[],
  caller: ToolCaller,
  { params }: JsonRpcRequest,
): Promise<string | null> {
  const tool = tools.find(({ listing }) => listing.name === params['name']);
  if (tool === undefined) return null;
  const args = params['arguments'] ?? {};
  return callTool(tool, args as Record<string, unknown>, caller); // `checkParams` ensures that the arguments are an object.
}
