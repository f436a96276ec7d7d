import type { ToolCaller } from './call-tool.ts';
import { checkParams } from './check-params.ts';
import { answerToolCall, createServer, noSuchTool } from './create-server.ts';
import { jsonRpcError } from './json-rpc-error.ts';
import { createOneShotTransport } from './one-shot-transport.ts';
import type { JsonRpcRequest } from './read-message.ts';
import type { AgentTool } from './tools.ts';

/**
 * Answers one JSON-RPC request from a verified caller. Resolves to the text of a JSON-RPC response, whatever the params
 * are. Stores nothing between requests.
 */
export async function answerMessage(
  tools: readonly AgentTool[],
  caller: ToolCaller,
  request: JsonRpcRequest,
): Promise<string> {
  const { id, method } = request;
  const fault = checkParams(request);
  if (fault !== null) return JSON.stringify(jsonRpcError(id, fault.code, fault.message));
  if (method === 'tools/call') {
    // Calls the tool directly. The protocol layer would copy and check the service's own data on input and output,
    // which would halve the throughput.
    const answer = await answerToolCall(tools, caller, request);
    if (answer === null) return JSON.stringify(jsonRpcError(id, -32602, noSuchTool));
    return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${answer}}`;
  }
  const server = createServer(tools, caller, request);
  const transport = createOneShotTransport();
  server.onerror = (error) => transport.fail(error);
  await server.connect(transport);
  try {
    return JSON.stringify(await transport.exchange(neededOf(request)));
  } finally {
    await server.close();
  }
}

/**
 * Builds the protocol layer's version of a checked request. It is complete, so the protocol layer never rejects it in
 * its own words.
 */
function neededOf({ id, method, params: { protocolVersion } }: JsonRpcRequest) {
  if (method !== 'initialize') return { jsonrpc: '2.0' as const, id, method };
  // The client's identity and capabilities do not matter, because each request is independent.
  const stranger = { capabilities: {}, clientInfo: { name: 'client', version: '0' } };
  return { jsonrpc: '2.0' as const, id, method, params: { protocolVersion, ...stranger } };
}
