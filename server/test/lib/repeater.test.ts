import { expect, test } from 'vitest';
import { createRepeater } from '../../src/lib/repeater.ts';

test('passes do not overlap, stopping waits for the one in progress, and no other starts after it', async () => {
  const events: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const second = Promise.withResolvers<void>();
  const repeater = createRepeater(async (signal) => {
    const number = events.length;
    events.push('begins');
    if (number === 0) return;
    second.resolve();
    await promise;
    events.push(signal.aborted ? 'ends after the stop' : 'ends');
  }, 1);
  repeater.start();
  repeater.start();
  await second.promise;
  const stopped = repeater.stop();
  repeater.start();
  resolve();
  await stopped;
  await new Promise((done) => setTimeout(done, 20));
  expect(events).toEqual(['begins', 'begins', 'ends after the stop']);
});
