import { noSuchTool } from './create-server.ts';
import { jsonRpcError } from './json-rpc-error.ts';

export const revision2026 = '2026-07-28';

/** The field in which a request of the 2026 revisions names its revision. */
export const versionClaim = 'io.modelcontextprotocol/protocolVersion';

const dated = /^\d{4}-\d\d-\d\d$/;

/**
 * The service's message for each error code of the protocol layer. These messages replace the protocol layer's own
 * texts, which repeat headers, names, and versions from the request.
 */
const words: Readonly<Record<number, string>> = {
  [-32020]: `The headers MCP-Protocol-Version, Mcp-Method and (for tools/call) Mcp-Name must be present and equal params._meta["${versionClaim}"], method and params.name.`,
  [-32021]: 'This request requires a client capability that params._meta does not declare.',
  [-32022]: `This protocol version is not supported. Of the versions without a handshake, this server supports ${revision2026}.`,
  [-32600]: `This is not a request of revision ${revision2026}.`,
  [-32601]: 'This method does not exist.',
  [-32602]: `In a request of revision ${revision2026}, params._meta contains the strings and objects that the revision defines, at least "${versionClaim}" (a string) and "io.modelcontextprotocol/clientCapabilities" (an object).`,
};

/**
 * Rewords the protocol layer's response to the request `id`. A result stays unchanged; an error gets the service's own
 * words and the data that clients need.
 */
export function wordsOf2026(body: unknown, id: string | number): unknown {
  if (typeof body !== 'object' || body === null || !('error' in body)) return body;
  const { error } = body;
  const code = numberAt(error, 'code') ?? -32603;
  if (code === -32602 && textAt(error, 'message') === noSuchTool) return jsonRpcError(id, code, noSuchTool);
  const answer = jsonRpcError(id, code, words[code] ?? 'Something went wrong inside the service.');
  if (code !== -32022) return answer;
  const requested = textAt(Reflect.get(Object(error), 'data'), 'requested');
  const data = {
    supported: [revision2026],
    requested: requested !== null && dated.test(requested) ? requested : 'unknown',
  };
  return { ...answer, error: { ...answer.error, data } };
}

function numberAt(value: unknown, name: string): number | null {
  const found: unknown = Reflect.get(Object(value), name);
  return typeof found === 'number' ? found : null;
}

function textAt(value: unknown, name: string): string | null {
  const found: unknown = Reflect.get(Object(value), name);
  return typeof found === 'string' ? found : null;
}
