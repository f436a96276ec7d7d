import type { JSONRPCMessage, JSONRPCRequest, Transport } from '@modelcontextprotocol/server';

export interface OneShotTransport extends Transport {
  /** Passes one request in and resolves with its response. */
  exchange(request: JSONRPCRequest): Promise<JSONRPCMessage>;
  /** Rejects the exchange if the protocol layer gave up on the request without an answer. */
  fail(error: Error): void;
}

/**
 * Creates a transport for exactly one request and one response. It has no session and no stream, and keeps nothing
 * afterwards. The SDK's HTTP transports require callers to accept both `application/json` and `text/event-stream`, and
 * answer with SSE; this one leaves HTTP to the caller.
 */
export function createOneShotTransport(): OneShotTransport {
  const { promise, resolve, reject } = Promise.withResolvers<JSONRPCMessage>();
  const transport: OneShotTransport = {
    start: async () => {},
    close: async () => transport.onclose?.(),
    send: async (message) => {
      if ('id' in message && !('method' in message)) resolve(message);
    },
    exchange(request) {
      transport.onmessage?.(request);
      return promise;
    },
    fail: reject,
  };
  return transport;
}
