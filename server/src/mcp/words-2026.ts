import { noSuchTool } from './create-server.ts';
import { jsonRpcError } from './json-rpc-error.ts';

export const revision2026 = '2026-07-28';

/** The field in which a request of the 2026 revisions names its revision. */
export const versionClaim = 'io.modelcontextprotocol/protocolVersion';

const dated = /^\d{4}-\d\d-\d\d$/;

/** By the code of the protocol layer's error. Its own texts repeat headers, names and versions from the request. */
const words: Readonly<Record<number, string>> = {
  [-32020]: `The headers MCP-Protocol-Version, Mcp-Method and (for tools/call) Mcp-Name must be there and say what params._meta["${versionClaim}"], method and params.name say.`,
  [-32021]: 'This request needs a client capability that params._meta does not declare.',
  [-32022]: `This protocol version is not served here; of those without a handshake, this server speaks ${revision2026}.`,
  [-32600]: `This is not a request of revision ${revision2026}.`,
  [-32601]: 'There is no such method.',
  [-32602]: `A request of revision ${revision2026} carries in params._meta the strings and objects that the revision names, at least "${versionClaim}" (a string) and "io.modelcontextprotocol/clientCapabilities" (an object).`,
};

/**
 * A response of the protocol layer to the request `id`: a result unchanged; an error in the service's own words, with
 * the data that clients need.
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
