import type { FastifyReply } from 'fastify';
import { ServiceError } from '../lib/errors.ts';
import { createFairQueue } from '../lib/fair-queue.ts';
import type { Aside } from '../lib/fair-time.ts';
import { createRefusalPace } from './refusal-pace.ts';

export interface WorkLimit {
  /** Counts a request in. @throws ServiceError `service_unavailable` when as many as allowed are in work */
  enter(reply: FastifyReply): Promise<void>;
  /** Counts a request that was counted in as its workspace's. @throws ServiceError `service_unavailable` when that has its share in work */
  claim(reply: FastifyReply, workspaceId: string): Promise<void>;
  /** Gives the place of a request back before its answer has ended; without a place it does nothing. */
  leave(reply: FastifyReply): void;
  /** How many requests are in work now. */
  inWork(): number;
  /** Does the work of a request that was counted in, unless its caller is gone already. */
  run<Result>(reply: FastifyReply, work: () => Promise<Result>): Promise<Result>;
  /** The same in its workspace's turn; what `aside` is given for does not keep others from theirs. */
  runInTurn<Result>(reply: FastifyReply, workspaceId: string, work: (aside: Aside) => Promise<Result>): Promise<Result>;
}

/** One workspace may hold so many times the places that are still free: alone nine tenths of all, and never the last. */
const shareOfFree = 9;
const longestWaitSeconds = 30;

/**
 * Back-pressure: beyond `max` requests in work, newcomers are refused at once instead of queueing without bound, and
 * `atOnce` of them go at a time, workspace by workspace. Who comes again before `Retry-After` waits a little for the next refusal.
 * A caller that hangs up does not free its place before its work is done.
 */
export function createWorkLimit(max: number, atOnce = max): WorkLimit {
  const places = new WeakMap<FastifyReply, { workspaceId: string | null; isWorking: boolean }>();
  const held = new Map<string, number>();
  // A quarter of the turns is for others, whoever takes the rest.
  const turns = createFairQueue(atOnce, Math.max(1, Math.ceil(atOnce * 0.75)));
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

  /** Its place, if it has one, is free for others while it waits for its refusal. */
  async function refuse(reply: FastifyReply, message: string): Promise<never> {
    leave(reply);
    const { socket } = reply.request.raw;
    await refusalPace.wait(socket);
    const retryAfterSeconds = pace.secondsFor(inWork);
    refusalPace.told(socket, retryAfterSeconds);
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
      if (inWork >= max) await refuse(reply, 'The service has as much work as it takes at once.');
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
        await refuse(reply, 'This workspace has as much work in the service as it takes of one at once.');
      }
      place.workspaceId = workspaceId;
      held.set(workspaceId, own);
    },
    leave,
    run,
    runInTurn: (reply, workspaceId, work) =>
      run(reply, async () => {
        await turns.take(workspaceId);
        try {
          if (reply.raw.closed) throw callerGone();
          return await work(async (outside) => {
            turns.give(workspaceId);
            try {
              return await outside();
            } finally {
              await turns.take(workspaceId);
            }
          });
        } finally {
          turns.give(workspaceId);
        }
      }),
  };
}

function callerGone(): ServiceError {
  return new ServiceError('service_unavailable', { message: 'The caller went away.' });
}

/** How fast work ends while there is more of it: by that, how long as much as there is now will take. */
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
