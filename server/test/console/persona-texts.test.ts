import type { IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createPersonaTexts } from '../../src/admin/console/persona-texts.ts';
import { sqliteHarness } from '../support/store-harness.ts';
import { type Browser, type ConsoleWorld, startConsoleWorld } from './support/console-world.ts';
import { longPersona } from './support/long-persona.ts';

const harness = sqliteHarness();
const long = longPersona();
const short = 'about: Potter.';
/** The machine may be busy, and each long text takes seconds. */
const withinMs = 300_000;

test(
  'a stop ends the current and the waiting texts with 503',
  async () => {
    const world = await startConsoleWorld(harness);
    const owner = await world.owner();
    const arrived = countBodies(world);
    const statuses = Promise.all([1, 2, 3].map(() => look(owner, world.workspaceId, long)));
    await expect.poll(arrived).toBe(3);
    await world.app.close();
    // One of the texts may have been read in the meantime.
    expect((await statuses).filter((status) => status === 503).length).toBeGreaterThanOrEqual(2);
  },
  withinMs,
);

test(
  'the texts of one workspace delay its own, and another workspace is served after two of them at most',
  async () => {
    const world = await startConsoleWorld(harness);
    const owner = await world.owner();
    await addQuiet(world);
    const arrived = countBodies(world);
    const ends: string[] = [];
    const noisy = Array.from({ length: 8 }, async () => {
      const status = await look(owner, world.workspaceId, long);
      if (status === 200) ends.push('noisy');
      return status;
    });
    await expect.poll(arrived).toBe(8);
    expect(await look(owner, 'ws_quiet', short)).toBe(200);
    ends.push('quiet');
    expect((await Promise.all(noisy)).toSorted()).toEqual([200, 200, 200, 429, 429, 429, 429, 429]);
    expect(ends.indexOf('quiet')).toBeLessThanOrEqual(2);
  },
  withinMs,
);

test(
  'a text whose caller disconnected is dropped, and takes no slot in the queue',
  async () => {
    const world = await startConsoleWorld(harness);
    const owner = await world.owner();
    const arrived = countBodies(world);
    let [oneMs, takenMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    // A busy machine may be slow in one round. If the texts stayed, every round would take as long as they do.
    for (let round = 0; round < 5 && takenMs >= oneMs; round += 1) {
      oneMs = Math.min(oneMs, await timeOf(() => look(owner, world.workspaceId, long)));
      const before = arrived();
      const hangUp = new AbortController();
      const left = [1, 2, 3].map(() =>
        look(owner, world.workspaceId, long, hangUp.signal).catch((error: Error) => error.name),
      );
      await expect.poll(arrived).toBe(before + 3);
      takenMs = await timeOf(async () => {
        hangUp.abort();
        expect(await Promise.all(left)).toEqual(['AbortError', 'AbortError', 'AbortError']);
        await delay(100);
        expect(await look(owner, world.workspaceId, short)).toBe(200);
      });
    }
    expect(takenMs).toBeLessThan(oneMs);
  },
  withinMs,
);

test(
  'a text that takes too much time or memory is abandoned at the limit, and the error names the limit and the remedy',
  async () => {
    const nobodyLeft = { workspaceId: 'ws_aurora', gone: new AbortController().signal };
    const refusalOf = (bounds: { seconds: number; heapMb: number }, text: string) =>
      createPersonaTexts(bounds)
        .read(text, 'prof_aurora', nobodyLeft)
        .catch((error: unknown) => error);
    const refusal = (bound: string) => ({
      code: 'console_input_invalid',
      message: expect.stringMatching(`^This persona takes more than ${bound} to read or write. Use JSON`),
    });
    const manyItems = '- a\n'.repeat(1_000_000);
    const manyKeys = Array.from({ length: 300_000 }, (_, index) => `k${index}: 1\n`).join('');
    const beforeMb = process.memoryUsage().rss / 2 ** 20;
    let highestMb = beforeMb;
    const watch = setInterval(() => {
      highestMb = Math.max(highestMb, process.memoryUsage().rss / 2 ** 20);
    }, 20);
    expect(await refusalOf({ seconds: 100, heapMb: 96 }, manyItems)).toMatchObject(refusal('96 MB of memory'));
    clearInterval(watch);
    expect(highestMb - beforeMb).toBeLessThan(96 + 160);
    expect(await refusalOf({ seconds: 1, heapMb: 512 }, manyKeys)).toMatchObject(refusal('1 seconds'));
  },
  withinMs,
);

async function look(owner: Browser, workspaceId: string, text: string, signal?: AbortSignal): Promise<number> {
  const path = `/workspaces/${workspaceId}/profiles/prof_aurora/draft/import`;
  const input = { version: 0, text, mode: 'merge', dryRun: true };
  return (await owner.ask('POST', path, input, {}, signal)).status;
}

/** Counts the requests from now on whose whole body has arrived. */
function countBodies({ app }: ConsoleWorld): () => number {
  let count = 0;
  app.server.on('request', (request: IncomingMessage) => request.once('end', () => (count += 1)));
  return () => count;
}

async function addQuiet(world: ConsoleWorld): Promise<void> {
  const profiles = [{ id: 'prof_aurora', displayName: 'Quiet', persona: {} }];
  await world.importDocument({ workspaces: [{ id: 'ws_quiet', name: 'Quiet', plan: 'agency', profiles }] });
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}
