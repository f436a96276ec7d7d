import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createSignInLimits } from '../../src/admin/accounts/sign-in-limits.ts';
import type { Store } from '../../src/store/port.ts';
import { sqliteHarness } from '../support/store-harness.ts';
import { type ConsoleWorld, startConsoleWorld } from './support/console-world.ts';

const email = 'tried@aurora.example';
const never = new AbortController().signal;
const harness = sqliteHarness();
const behindProxy = { trustedProxies: ['127.0.0.1'] };

test('a stop ends waiting sign-ins with 503, and does not wait for them', async () => {
  const counted = countAttempts();
  const world = await startConsoleWorld(harness, { config: behindProxy, wrapStore: counted.wrap });
  await tryFromMany(world.store);
  const waiting = Array.from({ length: 8 }, (_, index) => signIn(world, `203.0.113.${index}`));
  await counted.untilInLine(8);
  await world.app.close();
  const statuses = await Promise.all(waiting);
  // Each turn before the stop took three seconds, even on a slow machine.
  expect(statuses.filter((status) => status === 503).length).toBeGreaterThanOrEqual(4);
});

test('a caller that disconnected leaves the queue', async () => {
  const counted = countAttempts();
  const world = await startConsoleWorld(harness, { config: behindProxy, wrapStore: counted.wrap });
  let disconnected = 0;
  world.app.server.on('connection', (socket) => socket.once('close', () => (disconnected += 1)));
  await tryFromMany(world.store);
  for (let index = 0; index < 5; index += 1) void signIn(world, `203.0.113.${index}`).catch(() => undefined);
  await counted.untilInLine(5);
  const hangUp = new AbortController();
  const left = signIn(world, '203.0.113.9', hangUp.signal).catch(() => 'left');
  await counted.untilInLine(6);
  hangUp.abort();
  expect(await left).toBe('left');
  await expect.poll(() => disconnected).toBe(1);
  const again = signIn(world, '203.0.113.9');
  await counted.untilInLine(7);
  expect(await Promise.race([again, delay(1_000, 'waits')])).toBe('waits');
  await world.app.close();
  await again;
});

test('waiting sign-ins use few slots, and agents are answered meanwhile', async () => {
  const world = await startConsoleWorld(harness, { config: { ...behindProxy, maxConcurrentRequests: 8 } });
  await tryFromMany(world.store);
  const waiting = Array.from({ length: 8 }, (_, index) => signIn(world, `203.0.113.${index}`));
  const answered: number[] = [];
  for (const each of waiting) void each.then((status) => answered.push(status));
  await expect.poll(() => answered.length).toBe(7);
  expect((await world.usage()).status).toBe(200);
  expect(answered).toEqual(Array.from({ length: 7 }, () => 429));
  await world.app.close();
  await Promise.all(waiting);
});

test('eight addresses can wait for an account; others, and a second attempt from these, are rejected until one leaves', async () => {
  const { store } = await harness.openFresh();
  await tryFromMany(store);
  const counted = countAttempts();
  const deps = { attemptsPerAddress: 20, maxWaiting: 10, paceMs: 3_600_000 };
  const limits = createSignInLimits({ store: counted.wrap(store), ...deps });
  const from = (address: string, gone: AbortSignal) =>
    limits.countPassword({ address, browser: '', proof: null }, email, null, gone).catch((error: unknown) => error);
  const callers = Array.from({ length: 8 }, () => new AbortController());
  const waiting = callers.map(({ signal }, index) => from(`10.0.1.${index}`, signal));
  const full = { code: 'console_too_many_attempts', retryAfterSeconds: expect.any(Number) };
  await counted.untilInLine(8);
  expect(await from('10.0.2.1', never)).toMatchObject(full);
  expect(await from('10.0.1.0', never)).toMatchObject(full);
  callers[0]?.abort('gone');
  expect(await waiting[0]).toBe('gone');
  const newcomer = new AbortController();
  const entered = from('10.0.2.2', newcomer.signal);
  expect(await Promise.race([entered, delay(300, 'waits')])).toBe('waits');
  for (const caller of [...callers, newcomer]) caller.abort('gone');
  expect(await Promise.all([...waiting, entered])).toEqual(Array.from({ length: 9 }, () => 'gone'));
});

/**
 * Watches the attempts with passwords that a store counts. Each is counted for its address and for its account, and then
 * waits in line or is refused.
 */
function countAttempts() {
  let counts = 0;
  return {
    wrap: (store: Store): Store => ({
      ...store,
      async countAttempt(input) {
        const retryAfterSeconds = await store.countAttempt(input);
        counts += 1;
        return retryAfterSeconds;
      },
    }),
    /** Waits until so many attempts in all have been counted. */
    async untilInLine(attempts: number): Promise<void> {
      await expect.poll(() => counts).toBeGreaterThanOrEqual(2 * attempts);
      await delay(10);
    },
  };
}

/** Makes ten attempts on one account, each from a different address. Further attempts must wait. */
async function tryFromMany(store: Store): Promise<void> {
  const limits = createSignInLimits({ store, attemptsPerAddress: 20, maxWaiting: 1 });
  for (let index = 0; index < 10; index += 1)
    await limits.countPassword({ address: `10.0.0.${index}`, browser: '', proof: null }, email, null, never);
}

async function signIn(world: ConsoleWorld, address: string, signal?: AbortSignal): Promise<number> {
  const body = { email, password: 'wrong' };
  return (await world.openBrowser().ask('POST', '/sign-in', body, { 'x-forwarded-for': address }, signal)).status;
}
