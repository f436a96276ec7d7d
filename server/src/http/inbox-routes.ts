import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { claimOutbox, listOutbox, type OutboxDeps, reportResult } from '../capabilities/inboxes/outbox.ts';
import { type TakeEventsDeps, takeKeyedEvents } from '../capabilities/inboxes/take-events.ts';
import type { Actor, Scope } from '../domain/actor.ts';
import { ServiceError } from '../lib/errors.ts';
import { idempotencyKeyOf } from './agent-routes.ts';
import { type Authenticator, requireScope } from './authenticate.ts';
import { readQuery, refuseQuery } from './read-input.ts';
import { requirePlainJson } from './require-plain-json.ts';
import type { WorkLimit } from './work-limit.ts';

const inboxPaths = {
  events: '/api/v1/inbox/events',
  outbox: '/api/v1/outbox',
  claims: '/api/v1/outbox/claims',
  result: '/api/v1/outbox/:outboxId/result',
} as const;

export const mostEventBytes = 3 * 1_024 * 1_024;
const mostOutboxBytes = 32 * 1_024;

export interface InboxRouteDeps extends OutboxDeps, TakeEventsDeps {
  readonly authenticator: Authenticator;
  readonly workLimit: WorkLimit;
}

/** The routes for feeding connected inboxes with a key, and for fetching the texts that are ready to send. */
export function registerInboxRoutes(app: FastifyInstance, deps: InboxRouteDeps): void {
  const { authenticator, workLimit } = deps;

  const enter =
    (scope: Scope, isWrite: boolean) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      await workLimit.enter(reply);
      request.actor = await authenticator.authenticate(request, reply);
      await workLimit.claim(reply, request.actor.workspaceId);
      requireScope(request.actor, scope);
      if (isWrite) requirePlainJson(request.headers);
    };

  const inTurn = async (request: FastifyRequest, reply: FastifyReply, work: (actor: Actor) => Promise<string>) => {
    const { actor } = request;
    if (actor === null) throw new Error('a route ran without its caller');
    const json = await workLimit.runInTurn(reply, actor.workspaceId, () => work(actor));
    return reply.type('application/json; charset=utf-8').send(json);
  };

  app.route({
    method: 'POST',
    url: inboxPaths.events,
    bodyLimit: mostEventBytes,
    onRequest: enter('events:write', true),
    handler: (request, reply) => {
      refuseQuery(request);
      return inTurn(request, reply, async (actor) =>
        JSON.stringify({ ok: true, results: await takeKeyedEvents(deps, actor, request.body) }),
      );
    },
  });

  app.route({
    method: 'GET',
    url: inboxPaths.outbox,
    onRequest: enter('outbox:read', false),
    async handler(request, reply) {
      const { actor } = request;
      if (actor === null) throw new Error('a route ran without its caller');
      // A request that waits for a change takes no place from requests with work.
      const waiting = { isCallerGone: () => reply.raw.closed, onWait: () => workLimit.leave(reply) };
      const json = await workLimit.run(reply, () => listOutbox(deps, actor, readQuery(request), waiting));
      return reply.type('application/json; charset=utf-8').send(json);
    },
  });

  app.route({
    method: 'POST',
    url: inboxPaths.claims,
    bodyLimit: mostOutboxBytes,
    onRequest: enter('outbox:write', true),
    handler: (request, reply) => {
      refuseQuery(request);
      const claimKey = idempotencyKeyOf(request);
      return inTurn(request, reply, async (actor) => {
        const { json, isReplay } = await claimOutbox(deps, actor, request.body, claimKey);
        if (isReplay) reply.header('idempotency-replayed', 'true');
        return json;
      });
    },
  });

  app.route<{ Params: { outboxId: string } }>({
    method: 'POST',
    url: inboxPaths.result,
    bodyLimit: mostOutboxBytes,
    onRequest: enter('outbox:write', true),
    handler: (request, reply) => {
      refuseQuery(request);
      const { outboxId } = request.params;
      if ([...outboxId].length > 120) throw new ServiceError('outbox_item_not_found');
      return inTurn(request, reply, (actor) => reportResult(deps, actor, outboxId, request.body));
    },
  });
}
