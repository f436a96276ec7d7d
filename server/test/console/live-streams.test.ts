import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { noMeasures } from '../../src/domain/measures.ts';
import type { Store } from '../../src/store/port.ts';
import { onEachStore } from '../http/support/on-each-store.ts';
import { type Browser, type ConsoleWorld, startConsoleWorld } from './support/console-world.ts';

/** Returns measures that record the service's queues, and a function that reads their lengths as a scrape does. */
function watchedQueues() {
  const lengths = new Map<string, () => number>();
  const measures = {
    ...noMeasures,
    watchQueue: (queue: string, length: () => number) => void lengths.set(queue, length),
  };
  return { measures, length: (queue: string) => lengths.get(queue)?.() ?? Number.NaN };
}

interface OpenStream {
  readonly status: Promise<number>;
  readonly body: () => string;
  abort(): void;
}

function openStream({ url }: ConsoleWorld, browser: Browser, workspaceId: string): OpenStream {
  let heard = '';
  const sent = request(`${url}/console/api/workspaces/${workspaceId}/events`, {
    agent: false,
    headers: { cookie: browser.cookie ?? '', 'sec-fetch-site': 'same-origin' },
  });
  const status = new Promise<number>((resolve) => {
    sent.once('response', (response) => {
      response.setEncoding('utf8').on('data', (part: string) => {
        heard += part;
      });
      response.on('error', () => undefined);
      resolve(response.statusCode ?? 0);
    });
    sent.once('error', () => resolve(0));
  });
  sent.end();
  return { status, body: () => heard, abort: () => sent.destroy() };
}

async function until(isTrue: () => boolean, what: string): Promise<void> {
  for (const deadline = performance.now() + 60_000; performance.now() < deadline; await sleep(25)) if (isTrue()) return;
  throw new Error(`not within a minute: ${what}`);
}

onEachStore(
  'a browser that leaves while its session is looked up takes no stream, and costs nothing later',
  async (harness) => {
    const { measures, length } = watchedQueues();
    /** While it is there, no session is found. */
    let gate: PromiseWithResolvers<void> | null = null;
    let sessionsAsked = 0;
    let pulses = 0;
    const wrapStore = (store: Store): Store => ({
      ...store,
      async useSession(input) {
        sessionsAsked += 1;
        await gate?.promise;
        return store.useSession(input);
      },
      pulse(input) {
        pulses += 1;
        return store.pulse(input);
      },
    });
    const world = await startConsoleWorld(harness, { wrapStore, watchers: { measures } });
    const owner = await world.owner();
    let connected = 0;
    world.app.server.on('connection', (socket) => {
      connected += 1;
      socket.once('close', () => (connected -= 1));
    });
    for (let round = 0; round < 5; round += 1) {
      gate = Promise.withResolvers();
      const before = sessionsAsked;
      const streams = Array.from({ length: 60 }, () => openStream(world, owner, world.workspaceId));
      await until(() => sessionsAsked >= before + 60, 'every session is being looked up');
      for (const stream of streams) stream.abort();
      await until(() => connected === 0, 'every browser has left');
      gate.resolve();
      await until(() => length('requests') === 0, 'no request is in work');
    }
    gate = null;
    expect(length('streams'), 'no place is taken').toBe(0);
    pulses = 0;
    await sleep(1_500);
    expect(pulses, 'nothing is polled for readers that left').toBe(0);
  },
);

onEachStore('polling of a workspace stops with its last reader', async (harness) => {
  const { measures, length } = watchedQueues();
  let pulses = 0;
  const wrapStore = (store: Store): Store => ({
    ...store,
    pulse(input) {
      pulses += 1;
      return store.pulse(input);
    },
  });
  const world = await startConsoleWorld(harness, { wrapStore, watchers: { measures } });
  const owner = await world.owner();
  const streams = [1, 2, 3].map(() => openStream(world, owner, world.workspaceId));
  expect(await Promise.all(streams.map(({ status }) => status))).toEqual([200, 200, 200]);
  expect(length('streams')).toBe(3);
  await until(() => pulses >= 2, 'the workspace is polled while somebody reads');
  for (const stream of streams) stream.abort();
  await until(() => length('streams') === 0, 'every place is free');
  pulses = 0;
  await sleep(1_500);
  expect(pulses).toBe(0);
});

onEachStore(
  'one reviewer cannot take the streams of others: an account has twenty, and is told so',
  async (harness) => {
    const { measures, length } = watchedQueues();
    const world = await startConsoleWorld(harness, { watchers: { measures } });
    const owner = await world.owner();
    const reviewer = await world.member('reviewer');
    const streams = Array.from({ length: 50 }, () => openStream(world, reviewer, world.workspaceId));
    const statuses = await Promise.all(streams.map(({ status }) => status));
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(30);
    await until(() => streams.some(({ body }) => body().includes('console_too_many_windows')), 'the refusal is read');
    const others = openStream(world, owner, world.workspaceId);
    expect(await others.status).toBe(200);
    for (const stream of streams) stream.abort();
    await until(() => length('streams') === 1, 'the places are free again');
    const again = openStream(world, reviewer, world.workspaceId);
    expect(await again.status).toBe(200);
    again.abort();
    others.abort();
  },
);
