import { setTimeout as delay } from 'node:timers/promises';
import { beforeEach } from 'vitest';

const dayMs = 86_400_000;
const lastMs = 60_000;

/**
 * Runs before each test. Waits in the last minute of a day (UTC) until the next day has begun, because many tests
 * compare counts, dates and allowances of a day or month with what they did a moment ago.
 */
beforeEach(async () => {
  const leftMs = dayMs - (Date.now() % dayMs);
  if (leftMs <= lastMs) await delay(leftMs + 100);
});
