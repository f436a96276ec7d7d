import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';

export interface OneShotTransport extends Transport {
  /** Hands one request in and resolves with its response. */
  exchange(request: JSONRPCMessage): Promise<JSONRPCMessage>;
  /** Answers the request with a JSON-RPC error when the protocol layer gave up on it without a word. */
  fail(): void;
}

/**
 * A transport whose whole life is one request and one response: no session, no stream, nothing between two calls. The
 * SDK's HTTP transports demand both Accept types and answer in SSE; this one leaves HTTP to the caller.
 */
export function createOneShotTransport(): OneShotTransport {
  const { promise, resolve } = Promise.withResolvers<JSONRPCMessage>();
  let requestId: string | number = '';
  const transport: OneShotTransport = {
    start: async () => {},
    close: async () => transport.onclose?.(),
    send: async (message) => {
      if ('id' in message && !('method' in message)) resolve(message);
    },
    exchange(request) {
      if ('id' in request && request.id !== undefined) requestId = request.id;
      transport.onmessage?.(request);
      return promise;
    },
    fail: () => resolve({ jsonrpc: '2.0', id: requestId, error: { code: -32600, message: 'Invalid Request' } }),
  };
  return transport;
}
