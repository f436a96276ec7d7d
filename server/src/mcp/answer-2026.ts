import { createMcpHandler } from '@modelcontextprotocol/server';
import type { ToolCaller } from './call-tool.ts';
import { checkParams } from './check-params.ts';
import { createServer } from './create-server.ts';
import { type JsonRpcError, jsonRpcError } from './json-rpc-error.ts';
import type { JsonRpcRequest } from './read-message.ts';
import type { AgentTool } from './tools.ts';

export const revision2026 = '2026-07-28';

const claim = 'io.modelcontextprotocol/protocolVersion';
const takes = `A request of revision ${revision2026} carries in params._meta the strings and objects that the revision names, at least "${claim}" (a string) and "io.modelcontextprotocol/clientCapabilities" (an object).`;

/** Whether a request is of the 2026 revisions: it says so in its `_meta`, as older ones never do, or in its version header. */
export function isOf2026({ method, params }: JsonRpcRequest, versionHeader: string | undefined): boolean {
  const meta = params['_meta'];
  if (typeof meta === 'object' && meta !== null && Object.hasOwn(meta, claim)) return true;
  return versionHeader === revision2026 && method !== 'initialize';
}

/** Answers one request of revision 2026-07-28, of a verified caller: the HTTP status, and the text of a JSON-RPC response. */
export async function answer2026(
  tools: readonly AgentTool[],
  caller: ToolCaller,
  request: JsonRpcRequest,
  headers: Readonly<Record<string, string>>,
): Promise<{ status: number; json: string }> {
  const { id, method, params } = request;
  // There is nothing to hear of later, so no stream is held open for it.
  if (method === 'subscriptions/listen') return refusal(404, jsonRpcError(id, -32601, 'There is no such method.'));
  if (method.startsWith('tools/')) {
    const fault = checkParams(request);
    if (fault !== null) return refusal(200, jsonRpcError(id, fault.code, fault.message));
  }
  const handler = createMcpHandler(() => createServer(tools, caller, request), { legacy: 'reject' });
  const { name, _meta } = params;
  const needed = { ...(name === undefined ? {} : { name }), ...(_meta === undefined ? {} : { _meta }) };
  const response = await handler.fetch(new Request('http://localhost/mcp', { method: 'POST', headers }), {
    parsedBody: { jsonrpc: '2.0', id, method, params: needed },
  });
  const body = await response.json();
  return { status: response.status, json: JSON.stringify(inOurWords(body)) };
}

function refusal(status: number, error: JsonRpcError) {
  return { status, json: JSON.stringify(error) };
}

/** The protocol layer puts a validator's text into its -32602; all else that it says is its own and fixed. */
function inOurWords(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('error' in body)) return body;
  const { error } = body;
  if (typeof error !== 'object' || error === null || !('code' in error) || error.code !== -32602) return body;
  const isOurs = 'message' in error && String(error.message).startsWith('There is no tool');
  return isOurs ? body : { ...body, error: { code: -32602, message: takes } };
}
