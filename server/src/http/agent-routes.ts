import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Capability } from '../capabilities/capability.ts';
import type { Capabilities } from '../capabilities/create-capabilities.ts';
import { IdempotencyKey } from '../domain/agent-contract.ts';
import { ServiceError } from '../lib/errors.ts';
import { createValidator } from '../lib/validator.ts';
import type { KeyAdmission } from './admission.ts';
import { readInput } from './read-input.ts';

const agentBodyLimitBytes = 32 * 1_024;

export interface AgentRouteDeps {
  readonly capabilities: Capabilities;
  readonly admission: KeyAdmission;
}

/** Serves every capability at its path. The checks run in the contract's order. */
export function registerAgentRoutes(app: FastifyInstance, deps: AgentRouteDeps): void {
  for (const capability of Object.values(deps.capabilities)) serveCapability(app, capability, deps.admission);
}

function serveCapability(app: FastifyInstance, capability: Capability, admission: KeyAdmission): void {
  app.route({
    method: capability.isWrite ? 'POST' : 'GET',
    url: capability.path,
    bodyLimit: agentBodyLimitBytes,
    onRequest: (request, reply) =>
      admission.admit(request, reply, { authorize: capability.authorize, hasBody: capability.isWrite }),
    async handler(request, reply) {
      const idempotencyKey = capability.isWrite ? idempotencyKeyOf(request) : '';
      const input = readInput(capability, request);
      request.watch.stageEnded('reading');
      const isCallerGone = () => reply.raw.closed;
      const { stageEnded } = request.watch;
      const call = { input, idempotencyKey, requestId: request.id, isCallerGone, stageEnded };
      const { json, isReplay } = await admission.inTurn(request, reply, (actor, aside) =>
        capability.run({ ...call, actor, aside }),
      );
      if (isReplay) reply.header('idempotency-replayed', 'true');
      return reply.type('application/json; charset=utf-8').send(json);
    },
  });
}

const validateKey = createValidator(IdempotencyKey);

/** Returns the request's idempotency key. @throws ServiceError `idempotency_key_required` */
export function idempotencyKeyOf(request: FastifyRequest): string {
  const result = validateKey(request.headers['idempotency-key']);
  if (!result.ok) throw new ServiceError('idempotency_key_required');
  return result.value;
}
