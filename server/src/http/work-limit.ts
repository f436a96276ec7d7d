import type { FastifyReply } from 'fastify';
import { errorCatalogue } from '../lib/error-catalogue.ts';
import { ServiceError } from '../lib/errors.ts';
import type { Aside } from '../lib/turns/fair-time.ts';
import { createPlaces } from '../lib/turns/places.ts';
import { createRefusalPace } from '../lib/turns/refusal-pace.ts';

export interface WorkLimit {
  /**
   * Admits a request and counts it.
   * @throws ServiceError `service_unavailable` when the maximum number is in progress
   */
  enter(reply: FastifyReply): Promise<void>;
  /**
   * Assigns a counted request to its workspace. @throws ServiceError `service_unavailable` when the workspace's share
   * is used up
   */
  claim(reply: FastifyReply, workspaceId: string): Promise<void>;
  /** Frees the slot of a request before its answer has ended; does nothing if it has none. */
  leave(reply: FastifyReply): void;
  /** Returns the number of requests in progress. */
  inWork(): number;
  /** Runs a counted request's work, unless its caller has already disconnected. */
  run<Result>(reply: FastifyReply, work: () => Promise<Result>): Promise<Result>;
  /**
   * Runs a counted request's work in its workspace's turn, if it was assigned to a workspace. Work that is run through
   * `aside` does not use the turn.
   */
  runInTurn<Result>(reply: FastifyReply, work: (aside: Aside) => Promise<Result> | Result): Promise<Result>;
}

/**
 * A workspace may use up to this multiple of the slots that are still free. A workspace that is alone therefore gets
 * about nine tenths of all slots, or all of them if there are fewer than ten.
 */
const shareOfFree = 9;
const longestWaitSeconds = 30;

/**
 * Applies back-pressure. While `max` requests are in progress, new requests are rejected immediately and do not wait in
 * a queue. `atOnce` requests run at a time, and workspaces take turns. A caller that retries before `Retry-After` waits
 * briefly for the next refusal. If a caller disconnects, its slot is freed only when its work is done.
 */
export function createWorkLimit(max: number, atOnce = max): WorkLimit {
  const places = new WeakMap<FastifyReply, { workspaceId: string | null; isWorking: boolean }>();
  const held = new Map<string, number>();
  // A quarter of the turns is reserved for other workspaces, even if one workspace takes all the rest.
  const turns = createPlaces({ total: atOnce, perName: Math.max(1, Math.ceil(atOnce * 0.75)) });
  const pace = createPace();
  const refusalPace = createRefusalPace();
  let inWork = 0;

  function leave(reply: FastifyReply): void {
    const place = places.get(reply);
    if (place === undefined || !places.delete(reply)) return;
    pace.ended(inWork);
    inWork -= 1;
    if (place.workspaceId === null) return;
    const left = (held.get(place.workspaceId) ?? 0) - 1;
    if (left > 0) held.set(place.workspaceId, left);
    else held.delete(place.workspaceId);
  }

  /** Rejects a request. If the request has a slot, frees the slot for others before waiting to send the refusal. */
  async function refuse(reply: FastifyReply, message: string): Promise<never> {
    leave(reply);
    const { socket } = reply.request.raw;
    await refusalPace.wait(socket);
    const retryAfterSeconds = pace.secondsFor(inWork);
    refusalPace.refused(socket, retryAfterSeconds);
    throw new ServiceError('service_unavailable', { message, retryAfterSeconds });
  }

  async function run<Result>(reply: FastifyReply, work: () => Promise<Result>): Promise<Result> {
    const place = places.get(reply);
    if (reply.raw.closed) throw callerGone();
    if (place !== undefined) place.isWorking = true;
    try {
      return await work();
    } finally {
      if (place !== undefined) place.isWorking = false;
      if (reply.raw.closed) leave(reply);
    }
  }

  return {
    inWork: () => inWork,
    async enter(reply) {
      if (inWork >= max) await refuse(reply, errorCatalogue.service_unavailable.cases.full);
      inWork += 1;
      places.set(reply, { workspaceId: null, isWorking: false });
      reply.raw.once('close', () => {
        if (places.get(reply)?.isWorking === false) leave(reply);
      });
    },
    async claim(reply, workspaceId) {
      const place = places.get(reply);
      if (place === undefined || place.workspaceId !== null) return;
      const own = (held.get(workspaceId) ?? 0) + 1;
      if (own > shareOfFree * (max - inWork + 1)) {
        await refuse(reply, errorCatalogue.service_unavailable.cases.share);
      }
      place.workspaceId = workspaceId;
      held.set(workspaceId, own);
    },
    leave,
    run,
    runInTurn: (reply, work) =>
      run(reply, async () => {
        const workspaceId = places.get(reply)?.workspaceId ?? null;
        if (workspaceId === null) return work((outside) => Promise.resolve(outside()));
        let endTurn = await turns.take(workspaceId);
        try {
          if (reply.raw.closed) throw callerGone();
          return await work(async (outside) => {
            endTurn();
            try {
              return await outside();
            } finally {
              endTurn = await turns.take(workspaceId);
            }
          });
        } finally {
          endTurn();
        }
      }),
  };
}

function callerGone(): ServiceError {
  return new ServiceError('service_unavailable', { message: errorCatalogue.service_unavailable.cases.callerGone });
}

/**
 * Measures the rate at which requests are completed while others are in progress, to estimate how long the current work
 * will take.
 */
function createPace() {
  let lastEndedMs = performance.now();
  let meanGapMs = 0;
  return {
    ended(inWork: number): void {
      const nowMs = performance.now();
      if (inWork > 1) meanGapMs += (Math.min(nowMs - lastEndedMs, 1_000) - meanGapMs) / 32;
      lastEndedMs = nowMs;
    },
    secondsFor: (inWork: number) => Math.max(1, Math.min(longestWaitSeconds, Math.ceil((inWork * meanGapMs) / 1_000))),
  };
}
