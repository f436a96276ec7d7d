import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Capabilities } from '../capabilities/create-capabilities.ts';
import type { Actor } from '../domain/actor.ts';
import { ServiceError } from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';
import type { Aside } from '../lib/turns/fair-time.ts';
import { answer2026, isOf2026 } from '../mcp/answer-2026.ts';
import { answerMessage } from '../mcp/answer-message.ts';
import type { ToolCaller } from '../mcp/call-tool.ts';
import { protocolVersions } from '../mcp/create-server.ts';
import { type JsonRpcError, jsonRpcError } from '../mcp/json-rpc-error.ts';
import { type IncomingMessage, readMessage } from '../mcp/read-message.ts';
import { createTools } from '../mcp/tools.ts';
import { revision2026 } from '../mcp/words-2026.ts';
import { acceptedType } from './accepted-type.ts';
import type { KeyAdmission } from './admission.ts';
import { parseJsonBody } from './parse-json-body.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True if the route parses its body itself. */
    readsBytes?: boolean;
  }
}

const mcpPath = '/mcp';
const mcpBodyLimitBytes = 64 * 1_024;

export interface McpRouteDeps {
  readonly capabilities: Capabilities;
  readonly admission: KeyAdmission;
  readonly log: Log;
  readonly servesMcp2026: boolean;
}

/**
 * Serves the MCP tools without sessions. Each request contains one JSON-RPC object, and gets one JSON or SSE answer.
 */
export function registerMcpRoute(app: FastifyInstance, deps: McpRouteDeps): void {
  const tools = createTools(deps.capabilities);
  const versions = deps.servesMcp2026 ? [revision2026, ...protocolVersions] : protocolVersions;
  app.post(mcpPath, {
    bodyLimit: mcpBodyLimitBytes,
    // This route returns a JSON-RPC error for a body that is not JSON, so the body is read as bytes and the handler
    // parses it.
    config: { readsBytes: true },
    async onRequest(request, reply) {
      // The body names the called tool, so the required scope is only known after reading it.
      await deps.admission.admit(request, reply, { hasBody: true });
      if (acceptedType(request.headers.accept) === null) throw new ServiceError('not_acceptable');
    },
    handler: (request, reply) =>
      deps.admission.inTurn(request, reply, (actor, aside) => answer(request, reply, actor, aside)),
  });

  async function answer(request: FastifyRequest, reply: FastifyReply, actor: Actor, aside: Aside) {
    let body: unknown;
    try {
      // The parser passes this route's body on as bytes, or as undefined if it is empty.
      body = parseJsonBody((request.body as Buffer | undefined) ?? Buffer.alloc(0));
    } catch {
      return send(
        request,
        reply.code(400),
        jsonRpcError(null, -32700, 'Parse error: the body is not valid JSON in UTF-8.'),
      );
    }
    const message = readMessage(body);
    if (message.kind === 'refused') return send(request, reply.code(400), message.response);
    const version = request.headers['mcp-protocol-version']?.toString();
    const caller = { ...callerOf(request, actor, deps.log), isCallerGone: () => reply.raw.closed, aside };
    if (deps.servesMcp2026 && message.kind === 'request' && isOf2026(message.request, version)) {
      const { status, json } = await answer2026(tools, caller, message.request, protocolHeaders(request.headers));
      return send(request, reply.code(status), json);
    }
    const refusal = refusalOf(message, version, versions);
    if (refusal !== null) return send(request, reply.code(400), refusal);
    if (message.kind === 'unanswered') return reply.code(202).send();
    return send(request, reply, await answerMessage(tools, caller, message.request));
  }
}

function callerOf(request: FastifyRequest, actor: Actor, log: Log): ToolCaller {
  return {
    actor,
    requestId: request.id,
    stageEnded: request.watch.stageEnded,
    onRefusal(code, cause) {
      request.refusal = code;
      if (cause !== null) log.error({ requestId: request.id, err: cause }, 'a tool failed with an internal error');
    },
  };
}

/** Returns the error for a message's protocol revision; null if the revision is supported. */
function refusalOf(
  message: Exclude<IncomingMessage, { kind: 'refused' }>,
  version: string | undefined,
  versions: readonly string[],
): JsonRpcError | null {
  const { id, method } = message.kind === 'request' ? message.request : { id: null, method: null };
  const supported = versions.join(', ');
  if (version !== undefined && method !== 'initialize' && !versions.includes(version)) {
    return jsonRpcError(id, -32000, `Unsupported MCP-Protocol-Version; supported: ${supported}.`);
  }
  // Newer clients try the 2026 revision first, and immediately fall back after this answer.
  if (method !== 'server/discover') return null;
  return jsonRpcError(id, -32000, `This server supports ${supported}; send initialize.`);
}

function protocolHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const wanted = Object.entries(headers).filter(([name]) => name.startsWith('mcp-') || name === 'content-type');
  return Object.fromEntries(wanted.map(([name, value]) => [name, String(value)]));
}

function send(request: FastifyRequest, reply: FastifyReply, answer: string | JsonRpcError): FastifyReply {
  const json = typeof answer === 'string' ? answer : JSON.stringify(answer);
  if (acceptedType(request.headers.accept) === 'text/event-stream') {
    return reply.type('text/event-stream').send(`event: message\ndata: ${json}\n\n`);
  }
  return reply.type('application/json; charset=utf-8').send(json);
}
