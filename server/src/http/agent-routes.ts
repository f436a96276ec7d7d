import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Capability } from '../capabilities/capability.ts';
import type { Capabilities } from '../capabilities/create-capabilities.ts';
import type { Actor } from '../domain/actor.ts';
import { IdempotencyKey } from '../domain/agent-contract.ts';
import { ServiceError } from '../lib/errors.ts';
import { createValidator } from '../lib/validator.ts';
import { type Authenticator, requireScope } from './authenticate.ts';
import { readInput } from './read-input.ts';
import { requirePlainJson } from './require-plain-json.ts';
import type { WorkLimit } from './work-limit.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The verified caller on the agent routes; null before authentication and on other routes. */
    actor: Actor | null;
  }
}

const agentBodyLimitBytes = 32 * 1_024;

export const agentPaths = {
  draftReply: '/api/v1/agent/draft',
  createHandoff: '/api/v1/agent/handoff',
  readPersona: '/api/v1/agent/persona',
  readUsage: '/api/v1/agent/usage',
} as const satisfies Record<keyof Capabilities, string>;

export interface AgentRouteDeps {
  readonly capabilities: Capabilities;
  readonly authenticator: Authenticator;
  readonly workLimit: WorkLimit;
}

/** Serves each capability at its path, with refusals in the contract's order of checks. */
export function registerAgentRoutes(app: FastifyInstance, deps: AgentRouteDeps): void {
  for (const [name, path] of Object.entries(agentPaths)) {
    // Object.entries widens the keys of agentPaths, which are those of Capabilities.
    serveCapability(app, path, deps.capabilities[name as keyof Capabilities], deps);
  }
}

function serveCapability(app: FastifyInstance, path: string, capability: Capability, deps: AgentRouteDeps): void {
  const { authenticator, workLimit } = deps;
  app.route({
    method: capability.isWrite ? 'POST' : 'GET',
    url: path,
    bodyLimit: agentBodyLimitBytes,
    async onRequest(request, reply) {
      await workLimit.enter(reply);
      request.actor = await authenticator.authenticate(request, reply);
      await workLimit.claim(reply, request.actor.workspaceId);
      requireScope(request.actor, capability.scope);
      if (capability.isWrite) requirePlainJson(request.headers);
    },
    async handler(request, reply) {
      if (request.actor === null) throw new Error('a route ran without its caller');
      const idempotencyKey = capability.isWrite ? idempotencyKeyOf(request) : '';
      const input = readInput(capability, request);
      request.watch.stageEnded('reading');
      const isCallerGone = () => reply.raw.closed;
      const { stageEnded } = request.watch;
      const call = { actor: request.actor, input, idempotencyKey, requestId: request.id, isCallerGone, stageEnded };
      const { json, isReplay } = await workLimit.runInTurn(reply, request.actor.workspaceId, (aside) =>
        capability.run({ ...call, aside }),
      );
      if (isReplay) reply.header('idempotency-replayed', 'true');
      return reply.type('application/json; charset=utf-8').send(json);
    },
  });
}

const validateKey = createValidator(IdempotencyKey);

/** @throws ServiceError `idempotency_key_required` */
export function idempotencyKeyOf(request: FastifyRequest): string {
  const result = validateKey(request.headers['idempotency-key']);
  if (!result.ok) throw new ServiceError('idempotency_key_required');
  return result.value;
}
