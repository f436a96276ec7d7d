import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { inboxScopes } from '../capabilities/inboxes/inbox-scopes.ts';
import { claimOutbox, listOutbox, type OutboxDeps, reportResult } from '../capabilities/inboxes/outbox.ts';
import { type TakeEventsDeps, takeKeyedEvents } from '../capabilities/inboxes/take-events.ts';
import { requireScope } from '../capabilities/require-scope.ts';
import type { Actor, Scope } from '../domain/actor.ts';
import { ServiceError } from '../lib/errors.ts';
import type { KeyAdmission } from './admission.ts';
import { idempotencyKeyOf } from './agent-routes.ts';
import { readQuery, refuseQuery } from './read-input.ts';

const inboxPaths = {
  events: '/api/v1/inbox/events',
  outbox: '/api/v1/outbox',
  claims: '/api/v1/outbox/claims',
  result: '/api/v1/outbox/:outboxId/result',
} as const;

export const mostEventBytes = 3 * 1_024 * 1_024;
const mostOutboxBytes = 32 * 1_024;

export interface InboxRouteDeps extends OutboxDeps, TakeEventsDeps {
  readonly admission: KeyAdmission;
}

/**
 * Registers the routes for adding events to connected inboxes with a key, and for listing, claiming and reporting texts
 * that are ready to be sent.
 */
export function registerInboxRoutes(app: FastifyInstance, deps: InboxRouteDeps): void {
  const { admission } = deps;

  const enter =
    (scope: Scope, hasBody: boolean) =>
    (request: FastifyRequest, reply: FastifyReply): Promise<void> =>
      admission.admit(request, reply, { authorize: (actor) => requireScope(actor, scope), hasBody });

  const inTurn = async (request: FastifyRequest, reply: FastifyReply, work: (actor: Actor) => Promise<string>) => {
    const json = await admission.inTurn(request, reply, work);
    return reply.type('application/json; charset=utf-8').send(json);
  };

  app.route({
    method: 'POST',
    url: inboxPaths.events,
    bodyLimit: mostEventBytes,
    onRequest: enter(inboxScopes.takeEvents, true),
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
    onRequest: enter(inboxScopes.listOutbox, false),
    async handler(request, reply) {
      const isCallerGone = () => reply.raw.closed;
      // A caller that is waiting for a change takes no slot from callers with work.
      const json = await admission.outOfTurn(request, reply, (actor, onWait) =>
        listOutbox(deps, actor, readQuery(request), { isCallerGone, onWait }),
      );
      return reply.type('application/json; charset=utf-8').send(json);
    },
  });

  app.route({
    method: 'POST',
    url: inboxPaths.claims,
    bodyLimit: mostOutboxBytes,
    onRequest: enter(inboxScopes.claimOutbox, true),
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
    onRequest: enter(inboxScopes.reportResult, true),
    handler: (request, reply) => {
      refuseQuery(request);
      const { outboxId } = request.params;
      if ([...outboxId].length > 120) throw new ServiceError('outbox_item_not_found');
      return inTurn(request, reply, (actor) => reportResult(deps, actor, outboxId, request.body));
    },
  });
}
