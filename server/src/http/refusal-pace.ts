import { setTimeout as sleep } from 'node:timers/promises';

export interface RefusalPace {
  /** Notes what a connection was told: not to come again for so many seconds. */
  told(connection: object, retryAfterSeconds: number): void;
  /** Resolves at once, but for a connection that comes again before it was told to: that waits its turn, a second at most. */
  wait(connection: object): Promise<void>;
}

/** Up to 500 connections that do not wait cost a twentieth of a processor: a refusal takes it 0.1 ms. More are answered once a second each. */
const everyMs = 2;
const longestMs = 1_000;

/** A first refusal is immediate. Of callers that come again at once, one is answered every 2 ms, whoever it is. */
export function createRefusalPace(): RefusalPace {
  const notBeforeMs = new WeakMap<object, number>();
  let nextMs = 0;
  return {
    told(connection, retryAfterSeconds) {
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
