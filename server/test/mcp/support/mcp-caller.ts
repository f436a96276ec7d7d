import type { Answer, CallOptions, World } from '../../support/world.ts';

export interface ToolAnswer {
  // biome-ignore lint/suspicious/noExplicitAny: the tests check its form; a type would only repeat these checks
  readonly body: any;
  readonly text: string;
  readonly isError: boolean;
  readonly isReplay: boolean;
}

const accept = { accept: 'application/json, text/event-stream' };

/** Sends one message to /mcp as the official clients do, unless `options` says otherwise. */
export function post(world: World, message: unknown, options: CallOptions = {}): Promise<Answer> {
  return world.call('POST', '/mcp', { body: message, ...options, headers: { ...accept, ...options.headers } });
}

/** Sends one JSON-RPC request and returns the HTTP answer. */
export function request(world: World, method: string, params?: unknown, options?: CallOptions): Promise<Answer> {
  return post(world, { jsonrpc: '2.0', id: 1, method, params }, options);
}

/** Calls an existing tool; fails unless the call is a JSON-RPC success. */
export async function callTool(
  world: World,
  name: string,
  args: Record<string, unknown>,
  options?: CallOptions,
): Promise<ToolAnswer> {
  const answer = await request(world, 'tools/call', { name, arguments: args }, options);
  const result = answer.body?.result;
  if (answer.status !== 200 || result === undefined) throw new Error(`${answer.status}: ${answer.text}`);
  return {
    body: result.structuredContent,
    text: result.content[0].text,
    isError: result.isError === true,
    isReplay: result._meta?.['understudy/idempotency-replayed'] === true,
  };
}

export const goodInitialize = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
};
