import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createEmbeddedEngine } from '../../src/drafting/embedded-engine.ts';
import type { Engine } from '../../src/drafting/engine.ts';
import { shareEngine } from '../../src/drafting/share-engine.ts';
import { warmUp } from '../../src/drafting/warm-up.ts';
import { createFairTime } from '../../src/lib/turns/fair-time.ts';
import { startConsoleWorld } from '../console/support/console-world.ts';
import { sampleWorkspace } from '../support/world.ts';
import { onEachStore } from './support/on-each-store.ts';

const costly = 'a.'.repeat(400);

/** Shared time whose work takes as long as it says, however busy the machine is. */
function simulatedTime() {
  let nowMs = 0;
  const time = createFairTime(() => nowMs);
  return {
    ...time,
    nowMs: () => nowMs,
    work: (name: string, ms: number, begun: () => void = () => undefined) =>
      time.run(name, () => {
        begun();
        nowMs += ms;
      }),
  };
}

/**
 * Returns a shared embedded engine that records the workspaces of its drafts, in order, and how many drafts of others
 * came before each.
 */
function recordedEngine() {
  const made: string[] = [];
  const waitedFor: { workspaceId: string; drafts: number }[] = [];
  const embedded = createEmbeddedEngine();
  const shared = shareEngine({
    ...embedded,
    draft(input, leave, stageEnded) {
      made.push(input.workspaceId ?? '');
      return embedded.draft(input, leave, stageEnded);
    },
  });
  const engine: Engine = {
    ...shared,
    async draft(input, leave, stageEnded) {
      const { workspaceId = '' } = input;
      const since = made.length;
      const output = await shared.draft(input, leave, stageEnded);
      const drafts = made.slice(since).filter((other) => other !== workspaceId).length;
      waitedFor.push({ workspaceId, drafts });
      return output;
    },
  };
  return { engine, made, waitedFor };
}

onEachStore(
  'beside a workspace that keeps 48 costly drafts in work, a draft of another waits for two of them at most',
  async (harness) => {
    const { engine, made, waitedFor } = recordedEngine();
    await warmUp(engine);
    const world = await startConsoleWorld(harness, { engine });
    await world.importDocument({ workspaces: [sampleWorkspace('ws_quiet')] });
    const quiet = await world.createKey({ workspaceId: 'ws_quiet' });
    let isOver = false;
    const connection = async () => {
      while (!isOver) await world.draft({ message: costly });
    };
    const noisy = Array.from({ length: 48 }, connection);
    for (let count = 1; count <= 12; count += 1) {
      while (made.length < count * 20) await new Promise((resolve) => setTimeout(resolve, 5));
      expect((await world.draft({ message: 'do you ship to Brazil?' }, { key: quiet.key })).status).toBe(200);
    }
    isOver = true;
    await Promise.all(noisy);
    const ofQuiet = waitedFor.filter(({ workspaceId }) => workspaceId === 'ws_quiet').map(({ drafts }) => drafts);
    expect(ofQuiet).toHaveLength(12);
    expect(Math.max(...ofQuiet)).toBeLessThanOrEqual(2);
  },
);

test('the name that used the least time is next, however much work of others waits', async () => {
  const time = simulatedTime();
  const order: string[] = [];
  const work = (name: string, ms: number) => time.work(name, ms, () => order.push(name));
  const all = Array.from({ length: 40 }, () => work('noisy', 4));
  await new Promise((resolve) => setImmediate(resolve));
  for (let count = 0; count < 3; count += 1) {
    const since = order.length;
    await work('quiet', 1);
    expect(order.indexOf('quiet', since) - since, 'waits for what is under way').toBeLessThanOrEqual(1);
  }
  await Promise.all(all);
  expect(order).toHaveLength(43);
  expect(time.waiting()).toBe(0);
});

test('time is shared by the duration of work, not by its number', async () => {
  const { nowMs, work } = simulatedTime();
  const usedMs = { slow: 0, fast: 0 };
  const isOver = () => nowMs() >= 800;
  const line = async (name: keyof typeof usedMs, ms: number) => {
    while (!isOver()) {
      await work(name, ms, () => {
        if (!isOver()) usedMs[name] += ms;
      });
    }
  };
  const lines = [line('slow', 8), line('slow', 8), line('fast', 1), line('fast', 1), line('fast', 1)];
  await Promise.all(lines);
  expect(usedMs.slow / usedMs.fast).toBeGreaterThan(0.6);
  expect(usedMs.slow / usedMs.fast).toBeLessThan(1.7);
});

test('a connection that arrives after fifty others waits for a few works, not for one of each', async () => {
  const { work } = simulatedTime();
  const server = createServer((socket) => socket.end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  let done = 0;
  let isOver = false;
  const line = async () => {
    while (!isOver) {
      await work('noisy', 5);
      done += 1;
    }
  };
  const lines = [line(), line()];
  const accepted = Promise.withResolvers<number>();
  let connections = 0;
  server.on('connection', () => {
    connections += 1;
    if (connections === 50) accepted.resolve(done);
  });
  const sockets = Array.from({ length: 50 }, () => connect(address.port, '127.0.0.1').on('error', () => undefined));
  const waitedFor = await accepted.promise;
  isOver = true;
  await Promise.all(lines);
  for (const socket of sockets) socket.destroy();
  server.close();
  expect(waitedFor).toBeLessThan(15);
});

describe('announced work', () => {
  /** Simulates the time that work takes. Pauses are recorded, and end when the test advances the time. */
  function virtualTime() {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let nowMs = 0;
    const time = createFairTime(() => nowMs);
    const order: string[] = [];
    return {
      order,
      expect: time.expect,
      pass: (ms: number) => {
        nowMs += ms;
        vi.advanceTimersByTime(ms);
      },
      work: (name: string, ms: number) =>
        time.run(name, () => {
          order.push(name);
          nowMs += ms;
        }),
      /** Waits in real time until everything that does not wait for a pause has run. */
      settle: async () => {
        for (let turn = 0; turn < 200; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      },
    };
  }

  afterEach(() => {
    vi.useRealTimers();
  });

  test('has the thread to itself if the others recently used four times its time', async () => {
    const { order, expect: announce, work, settle } = virtualTime();
    const noisy = Array.from({ length: 4 }, () => work('noisy', 5));
    const release = announce('quiet');
    await settle();
    expect(order, 'what was under way, and no other').toEqual(['noisy']);
    await work('quiet', 1);
    await settle();
    expect(order, 'until it is no longer expected').toEqual(['noisy', 'quiet']);
    release();
    await Promise.all(noisy);
    expect(order).toEqual(['noisy', 'quiet', 'noisy', 'noisy', 'noisy']);
  });

  test('that never comes delays other work by 10 ms at most, and none after 50 ms', async () => {
    const { order, expect: announce, work, settle, pass } = virtualTime();
    const noisy = Array.from({ length: 4 }, () => work('noisy', 5));
    announce('quiet');
    await settle();
    expect(order).toHaveLength(1);
    pass(10);
    await settle();
    expect(order).toHaveLength(2);
    pass(50);
    await Promise.all(noisy);
    expect(order).toHaveLength(4);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('delays no workspace that used at most four times its time', async () => {
    const { order, expect: announce, work } = virtualTime();
    await work('other', 20);
    announce('other');
    await Promise.all(Array.from({ length: 4 }, () => work('one', 5)));
    expect(order).toEqual(['other', 'one', 'one', 'one', 'one']);
  });
});

test('failed work passes its turn on', async () => {
  const time = createFairTime();
  const failing = time.run('a', () => Promise.reject(new Error('no')));
  const next = time.run('b', () => 'done');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('done');
});

onEachStore(
  'a reviewer who tries messages without end is refused beyond sixty a minute, with the time to wait',
  async (harness) => {
    const { engine, made } = recordedEngine();
    const world = await startConsoleWorld(harness, { engine });
    const reviewer = await world.member('reviewer');
    const path = `/workspaces/${world.workspaceId}/try`;
    const body = { profileId: 'prof_aurora', message: costly, persona: 'published' };
    const answers = await Promise.all(Array.from({ length: 80 }, () => reviewer.ask('POST', path, body)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(60);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(20);
    expect(refused[0]?.body.error).toBe('console_too_many_attempts');
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(new Set(made), 'in the queue of its workspace').toEqual(new Set([world.workspaceId]));
  },
);
