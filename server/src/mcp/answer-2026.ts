import { createMcpHandler } from '@modelcontextprotocol/server';
import type { ToolCaller } from './call-tool.ts';
import { checkParams } from './check-params.ts';
import { createServer } from './create-server.ts';
import { jsonRpcError } from './json-rpc-error.ts';
import type { JsonRpcRequest } from './read-message.ts';
import type { AgentTool } from './tools.ts';
import { revision2026, versionClaim, wordsOf2026 } from './words-2026.ts';

/** The supported methods. `subscriptions/listen` is not supported, because there are no later messages to deliver. */
const methods = ['server/discover', 'tools/list', 'tools/call'];
const dated = /^\d{4}-\d\d-\d\d$/;

/**
 * Returns true if a request belongs to the 2026 revisions: its `_meta` names one of them or a later one, or its version
 * header names 2026-07-28.
 */
export function isOf2026({ method, params }: JsonRpcRequest, versionHeader: string | undefined): boolean {
  const meta = params['_meta'];
  if (typeof meta === 'object' && meta !== null && Object.hasOwn(meta, versionClaim)) {
    const claimed: unknown = Reflect.get(meta, versionClaim);
    if (typeof claimed === 'string' && dated.test(claimed) && claimed >= revision2026) return true;
  }
  return versionHeader === revision2026 && method !== 'initialize';
}

/**
 * Answers one request of revision 2026-07-28 from a verified caller. Resolves to the HTTP status and the text of a
 * JSON-RPC response.
 */
export async function answer2026(
  tools: readonly AgentTool[],
  caller: ToolCaller,
  request: JsonRpcRequest,
  headers: Readonly<Record<string, string>>,
): Promise<{ status: number; json: string }> {
  const { id, method, params } = request;
  if (!methods.includes(method)) {
    const message = `This method does not exist. In revision ${revision2026}, this server supports ${methods.join(', ')}.`;
    return { status: 404, json: JSON.stringify(jsonRpcError(id, -32601, message)) };
  }
  if (method.startsWith('tools/')) {
    const fault = checkParams(request);
    if (fault !== null) return { status: 200, json: JSON.stringify(jsonRpcError(id, fault.code, fault.message)) };
  }
  const handler = createMcpHandler(() => createServer(tools, caller, request), { legacy: 'reject' });
  const { name, _meta } = params;
  const needed = { ...(name === undefined ? {} : { name }), ...(_meta === undefined ? {} : { _meta }) };
  const response = await handler.fetch(new Request('http://localhost/mcp', { method: 'POST', headers }), {
    parsedBody: { jsonrpc: '2.0', id, method, params: needed },
  });
  return { status: response.status, json: JSON.stringify(wordsOf2026(await response.json(), id)) };
}
