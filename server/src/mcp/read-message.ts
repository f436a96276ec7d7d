import type { JSONRPCRequest } from '@modelcontextprotocol/server';

export type JsonRpcRequest = JSONRPCRequest;

export type IncomingMessage =
  | { readonly kind: 'request'; readonly request: JsonRpcRequest }
  /** Notifications and responses need no answer. */
  | { readonly kind: 'unanswered' }
  | { readonly kind: 'refused'; readonly status: number; readonly response: JsonRpcError };

export interface JsonRpcError {
  readonly jsonrpc: '2.0';
  readonly id: string | number | null;
  readonly error: { readonly code: number; readonly message: string };
}

/** Sorts a parsed body: one JSON-RPC 2.0 object, or -32600. */
export function readMessage(body: unknown): IncomingMessage {
  if (Array.isArray(body)) return refused(null, 'Batches are not supported; send one JSON-RPC object.');
  if (typeof body !== 'object' || body === null) return refused(null, 'The body must be one JSON-RPC 2.0 object.');
  const { jsonrpc, id, method, params } = body as Record<string, unknown>; // an object that is no array
  const isId = typeof id === 'string' || (typeof id === 'number' && Number.isInteger(id));
  const answerId = isId ? id : null;
  if (jsonrpc !== '2.0') return refused(answerId, 'jsonrpc must be "2.0".');
  if (method === undefined && isId && ('result' in body || 'error' in body)) return { kind: 'unanswered' };
  if (typeof method !== 'string') return refused(answerId, 'method must be a string.');
  if (id === undefined) return { kind: 'unanswered' };
  if (!isId) return refused(null, 'id must be a string or an integer.');
  if (params !== undefined && (typeof params !== 'object' || params === null || Array.isArray(params))) {
    return { kind: 'refused', status: 200, response: jsonRpcError(id, -32602, 'params must be an object.') };
  }
  // Newer clients probe for the 2026 revision first, and fall back at once on this answer.
  if (method === 'server/discover') {
    return {
      kind: 'refused',
      status: 400,
      response: jsonRpcError(id, -32000, 'This server speaks the 2025-06-18 revision; send initialize.'),
    };
  }
  return { kind: 'request', request: { ...body, jsonrpc: '2.0', id, method } as JsonRpcRequest }; // params was just found to be an object
}

export function jsonRpcError(id: string | number | null, code: number, message: string): JsonRpcError {
  return { jsonrpc: '2.0', id, error: { code, message } };
}

function refused(id: string | number | null, message: string): IncomingMessage {
  return { kind: 'refused', status: 400, response: jsonRpcError(id, -32600, message) };
}
