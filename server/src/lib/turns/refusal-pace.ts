import { setTimeout as sleep } from 'node:timers/promises';

export interface RefusalPace {
  /** Records that a connection was asked not to retry for this many seconds. */
  refused(connection: object, retryAfterSeconds: number): void;
  /**
   * Resolves immediately, unless the connection retries too early. Such a connection waits for its turn, for at most a
   * second.
   */
  wait(connection: object): Promise<void>;
}

/**
 * With these values, up to 500 connections that ignore the delay cost a twentieth of a processor, because a refusal
 * takes 0.1 ms. Beyond that, each connection is answered once a second.
 */
const everyMs = 2;
const longestMs = 1_000;

/**
 * Paces refusals. The first refusal is immediate. Of all the callers that retry too early, one is answered every 2 ms.
 */
export function createRefusalPace(): RefusalPace {
  const notBeforeMs = new WeakMap<object, number>();
  let nextMs = 0;
  return {
    refused(connection, retryAfterSeconds) {
      notBeforeMs.set(connection, performance.now() + retryAfterSeconds * 1_000);
    },
    async wait(connection) {
      const nowMs = performance.now();
      if ((notBeforeMs.get(connection) ?? 0) <= nowMs) return;
      nextMs = Math.min(Math.max(nextMs, nowMs) + everyMs, nowMs + longestMs);
      await sleep(nextMs - nowMs);
    },
  };
}
