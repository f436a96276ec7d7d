export interface JsonRpcError {
  readonly jsonrpc: '2.0';
  readonly id: string | number | null;
  readonly error: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/**
 * Builds a JSON-RPC error response. `message` is the service's own wording, and never repeats the request or a
 * library's message.
 */
export function jsonRpcError(id: string | number | null, code: number, message: string): JsonRpcError {
  return { jsonrpc: '2.0', id, error: { code, message } };
}
