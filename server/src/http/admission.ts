import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../domain/actor.ts';
import type { Aside } from '../lib/fair-time.ts';
import type { Authenticator } from './authenticate.ts';
import { requirePlainJson } from './require-plain-json.ts';
import type { WorkLimit } from './work-limit.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The verified caller of a request with an API key; null before authentication and on other routes. */
    actor: Actor | null;
  }
}

/** The one way into the service for requests with an API key, on every surface. */
export interface Admission {
  /**
   * Runs the checks that need no body, in the contract's order: a free place, the credential, the workspace's share of
   * the places, the scope, the headers of the body. A surface that finds the called operation in the body omits
   * `authorize`.
   * @throws ServiceError with the first failure
   */
  admit(request: FastifyRequest, reply: FastifyReply, checks: AdmissionChecks): Promise<void>;
  /** Does the work of an admitted request in its workspace's turn. */
  inTurn<Result>(
    request: FastifyRequest,
    reply: FastifyReply,
    work: (actor: Actor, aside: Aside) => Promise<Result>,
  ): Promise<Result>;
  /** Does the work of an admitted request that mostly waits: it takes no turn, and `leave` frees its place for others. */
  outOfTurn<Result>(
    request: FastifyRequest,
    reply: FastifyReply,
    work: (actor: Actor, leave: () => void) => Promise<Result>,
  ): Promise<Result>;
}

interface AdmissionChecks {
  /** @throws ServiceError `agent_scope_missing` */
  readonly authorize?: (actor: Actor) => void;
  readonly hasBody: boolean;
}

export function createAdmission({
  authenticator,
  workLimit,
}: {
  authenticator: Authenticator;
  workLimit: WorkLimit;
}): Admission {
  return {
    async admit(request, reply, { authorize, hasBody }) {
      await workLimit.enter(reply);
      const actor = await authenticator.authenticate(request, reply);
      request.actor = actor;
      await workLimit.claim(reply, actor.workspaceId);
      authorize?.(actor);
      if (hasBody) requirePlainJson(request.headers);
    },
    async inTurn(request, reply, work) {
      const actor = admittedActor(request);
      return workLimit.runInTurn(reply, actor.workspaceId, (aside) => work(actor, aside));
    },
    async outOfTurn(request, reply, work) {
      const actor = admittedActor(request);
      return workLimit.run(reply, () => work(actor, () => workLimit.leave(reply)));
    },
  };
}

function admittedActor({ actor }: FastifyRequest): Actor {
  if (actor === null) throw new Error('a request was not admitted before its work');
  return actor;
}
