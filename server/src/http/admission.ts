import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../domain/actor.ts';
import type { Aside } from '../lib/turns/fair-time.ts';
import type { Authenticator } from './authenticate.ts';
import { requirePlainJson } from './require-plain-json.ts';
import type { WorkLimit } from './work-limit.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The verified caller of a request with an API key; null before authentication and on other routes. */
    actor: Actor | null;
  }
}

/**
 * Admits every request on every surface. The checks run in the contract's order: a free slot, the caller, the
 * workspace's share of the slots, the scope, and the body's headers. Every refusal is a ServiceError.
 */
export interface Admission {
  /**
   * Admits a request. `identify` verifies the caller and resolves to the workspace that the request belongs to, or to
   * null if it belongs to no workspace.
   */
  admit(request: FastifyRequest, reply: FastifyReply, checks: AdmissionChecks): Promise<void>;
  /**
   * Gives a slot to a request whose caller can be identified only from its body. `assign` completes the request's
   * admission.
   */
  enter(reply: FastifyReply): Promise<void>;
  assign(reply: FastifyReply, workspaceId: string): Promise<void>;
  /**
   * Runs an admitted request's work in the turn of its workspace. Work that is run through `aside` does not use the
   * turn.
   */
  inTurn<Result>(reply: FastifyReply, work: (aside: Aside) => Promise<Result> | Result): Promise<Result>;
  /** Runs an admitted request's work without taking a turn, because the work mostly waits. */
  outOfTurn<Result>(reply: FastifyReply, work: () => Promise<Result>): Promise<Result>;
  /** Frees the slot of a request that has nothing left to do but wait. */
  leave(reply: FastifyReply): void;
}

interface AdmissionChecks {
  readonly identify: () => Promise<string | null>;
  /** Throws a ServiceError if the caller is not allowed to make this request. */
  readonly authorize?: () => void;
  readonly hasBody: boolean;
}

/** Admits requests that authenticate with an API key. */
export interface KeyAdmission {
  /** Admits a request with an API key. A surface that reads the called operation from the body omits `authorize`. */
  admit(
    request: FastifyRequest,
    reply: FastifyReply,
    checks: { readonly authorize?: (actor: Actor) => void; readonly hasBody: boolean },
  ): Promise<void>;
  inTurn<Result>(
    request: FastifyRequest,
    reply: FastifyReply,
    work: (actor: Actor, aside: Aside) => Promise<Result>,
  ): Promise<Result>;
  outOfTurn<Result>(
    request: FastifyRequest,
    reply: FastifyReply,
    work: (actor: Actor, leave: () => void) => Promise<Result>,
  ): Promise<Result>;
}

export function createAdmission(workLimit: WorkLimit): Admission {
  const { enter, claim: assign, runInTurn: inTurn, run: outOfTurn, leave } = workLimit;
  return {
    enter,
    assign,
    inTurn,
    outOfTurn,
    leave,
    async admit(request, reply, { identify, authorize, hasBody }) {
      await enter(reply);
      const workspaceId = await outOfTurn(reply, identify);
      if (workspaceId !== null) await assign(reply, workspaceId);
      authorize?.();
      if (hasBody) requirePlainJson(request.headers);
    },
  };
}

export function createKeyAdmission(admission: Admission, authenticator: Authenticator): KeyAdmission {
  return {
    admit: (request, reply, { authorize, hasBody }) =>
      admission.admit(request, reply, {
        async identify() {
          request.actor = await authenticator.authenticate(request, reply);
          return request.actor.workspaceId;
        },
        authorize: () => authorize?.(actorOf(request)),
        hasBody,
      }),
    inTurn: async (request, reply, work) => admission.inTurn(reply, (aside) => work(actorOf(request), aside)),
    outOfTurn: async (request, reply, work) =>
      admission.outOfTurn(reply, () => work(actorOf(request), () => admission.leave(reply))),
  };
}

function actorOf({ actor }: FastifyRequest): Actor {
  if (actor === null) throw new Error('a request was not admitted before its work began');
  return actor;
}
