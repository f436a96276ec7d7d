import type { FastifyReply } from 'fastify';
import { ServiceError } from '../lib/errors.ts';

export interface WorkLimit {
  /** Counts a request in. @throws ServiceError `service_unavailable` when as many as allowed are in work */
  enter(reply: FastifyReply): void;
  /** How many requests are in work now. */
  inWork(): number;
  /** Does the work of a request that was counted in, unless its caller is gone already. */
  run<Result>(reply: FastifyReply, work: () => Promise<Result>): Promise<Result>;
}

/**
 * Back-pressure: beyond `max` requests in work, newcomers are refused at once instead of queueing without bound. A
 * caller that hangs up does not free its place before its work is done.
 */
export function createWorkLimit(max: number): WorkLimit {
  let inWork = 0;
  const working = new WeakSet<FastifyReply>();

  return {
    inWork: () => inWork,
    enter(reply) {
      if (inWork >= max) {
        throw new ServiceError('service_unavailable', {
          message: 'The service has as much work as it takes at once.',
          retryAfterSeconds: 1,
        });
      }
      inWork += 1;
      reply.raw.once('close', () => {
        if (!working.has(reply)) inWork -= 1;
      });
    },
    async run(reply, work) {
      if (reply.raw.closed) throw new ServiceError('service_unavailable', { message: 'The caller went away.' });
      working.add(reply);
      try {
        return await work();
      } finally {
        working.delete(reply);
        if (reply.raw.closed) inWork -= 1;
      }
    },
  };
}
