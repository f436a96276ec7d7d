import { type JsonRpcError, jsonRpcError } from './json-rpc-error.ts';

export interface JsonRpcRequest {
  readonly id: string | number;
  readonly method: string;
  /** Empty if the params are missing or not an object. */
  readonly params: Readonly<Record<string, unknown>>;
  /** True if the params are not an object. This is an error, but the method is checked first. */
  readonly hasOddParams: boolean;
}

export type IncomingMessage =
  | { readonly kind: 'request'; readonly request: JsonRpcRequest }
  /** Notifications and responses need no answer. */
  | { readonly kind: 'unanswered' }
  | { readonly kind: 'refused'; readonly response: JsonRpcError };

/**
 * Classifies a parsed body. Anything other than one JSON-RPC 2.0 object is rejected with the error -32600 and status
 * 400.
 */
export function readMessage(body: unknown): IncomingMessage {
  if (Array.isArray(body)) return refused(null, 'Batches are not supported; send one JSON-RPC object.');
  if (typeof body !== 'object' || body === null) return refused(null, 'The body must be one JSON-RPC 2.0 object.');
  const { jsonrpc, id, method, params = {} } = body as Record<string, unknown>; // The body is an object and not an array.
  const isId = typeof id === 'string' ? id.isWellFormed() : Number.isSafeInteger(id);
  const answerId = isId ? (id as string | number) : null; // The id is a string or a safe integer.
  if (jsonrpc !== '2.0') return refused(answerId, 'jsonrpc must be "2.0".');
  if (method === undefined && isId && ('result' in body || 'error' in body)) return { kind: 'unanswered' };
  if (typeof method !== 'string') return refused(answerId, 'method must be a string.');
  if (id === undefined) return { kind: 'unanswered' };
  if (answerId === null) return refused(null, 'id must be a string of valid Unicode or an integer of at most 53 bits.');
  const isFitting = isObject(params);
  return {
    kind: 'request',
    request: { id: answerId, method, params: isFitting ? params : {}, hasOddParams: !isFitting },
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function refused(id: string | number | null, message: string): IncomingMessage {
  return { kind: 'refused', response: jsonRpcError(id, -32600, message) };
}
