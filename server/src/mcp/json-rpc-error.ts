export interface JsonRpcError {
  readonly jsonrpc: '2.0';
  readonly id: string | number | null;
  readonly error: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/**
 * A JSON-RPC error response. `message` is the service's own wording: it never repeats the request or a library's
 * message about it.
 */
export function jsonRpcError(id: string | number | null, code: number, message: string): JsonRpcError {
  return { jsonrpc: '2.0', id, error: { code, message } };
}
