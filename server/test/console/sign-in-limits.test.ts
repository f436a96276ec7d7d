import { expect } from 'vitest';
import { createAccountVerbs } from '../../src/admin/accounts/account-verbs.ts';
import { createSignInLimits } from '../../src/admin/accounts/sign-in-limits.ts';
import { onEachStore } from '../http/support/on-each-store.ts';
import { type Browser, ownerAccount, startConsoleWorld } from './support/console-world.ts';

const { email, password } = ownerAccount;
/** The test makes many attempts one after the other, and the machine may be busy. */
const withinMs = 300_000;
const behindProxy = { config: { trustedProxies: ['127.0.0.1'] } };

async function tryPassword(browser: Browser, given: string, from: string, of = email): Promise<number> {
  const body = { email: of, password: given };
  return (await browser.ask('POST', '/sign-in', body, { 'x-forwarded-for': from })).status;
}

onEachStore(
  'who tries wrong passwords is stopped, and holds nobody up who comes from elsewhere',
  async (harness) => {
    const world = await startConsoleWorld(harness, behindProxy);
    const owner = await world.owner();
    await owner.ask('POST', '/sign-out');
    const wrong = (of: string) => tryPassword(world.openBrowser(), 'wrong', '203.0.113.1', of);
    const statuses = async (of: string) => {
      const seen: number[] = [];
      for (let attempt = 0; attempt < 6; attempt += 1) seen.push(await wrong(of));
      return seen;
    };
    expect(await statuses(email)).toEqual([401, 401, 401, 401, 401, 429]);
    expect(await tryPassword(world.openBrowser(), password, '203.0.113.1')).toBe(429);
    expect(await statuses('nobody@aurora.example')).toEqual([401, 401, 401, 401, 401, 429]);

    expect(await tryPassword(world.openBrowser(), password, '203.0.113.2')).toBe(200);
    expect(await tryPassword(owner, password, '203.0.113.1')).toBe(200);
  },
  withinMs,
);

onEachStore(
  'a known browser has tries of its own, and changes its password whatever strangers try',
  async (harness) => {
    const world = await startConsoleWorld(harness, behindProxy);
    const owner = await world.owner();
    const stranger = await world.member('editor');
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect(await tryPassword(world.openBrowser(), 'wrong', '203.0.113.1')).toBe(401);
    stranger.cookie = null;
    expect(await tryPassword(stranger, password, '203.0.113.1')).toBe(429);
    const change = { currentPassword: password, newPassword: 'an entirely new one' };
    const before = owner.proof;
    expect((await owner.ask('POST', '/account/password', change)).status).toBe(200);
    expect(owner.proof).not.toBe(before);

    await owner.ask('POST', '/sign-out');
    for (let attempt = 0; attempt < 5; attempt += 1) expect(await tryPassword(owner, 'no', '203.0.113.1')).toBe(401);
    expect(await tryPassword(owner, change.newPassword, '203.0.113.1')).toBe(429);
    owner.proof = before;
    expect(await tryPassword(owner, change.newPassword, '203.0.113.1')).toBe(429);
    expect(await tryPassword(owner, change.newPassword, '203.0.113.3')).toBe(200);
  },
  withinMs,
);

onEachStore(
  'an account that many addresses try lets further ones try it one by one, the right password among them',
  async (harness) => {
    const world = await startConsoleWorld(harness);
    await world.owner();
    const paceMs = 300;
    const never = new AbortController().signal;
    const deps = { store: world.store, attemptsPerAddress: 20, maxWaiting: 10, paceMs };
    const limits = createSignInLimits(deps);
    for (let index = 0; index < 10; index += 1)
      await limits.countPassword({ address: `10.0.0.${index}`, browser: '', proof: null }, email, null, never);
    const accounts = createAccountVerbs(deps);
    const signIn = (address: string, given: string) =>
      accounts.signIn({ email, password: given }, { address, browser: '', proof: null }, never).then(
        () => 'in',
        ({ code }: { code: string }) => code,
      );
    const startedMs = performance.now();
    const outcomes = await Promise.all([
      signIn('10.0.1.1', 'wrong'),
      signIn('10.0.1.2', 'wrong'),
      signIn('10.0.2.1', password),
    ]);
    expect(outcomes).toEqual(['console_sign_in_failed', 'console_sign_in_failed', 'in']);
    expect(performance.now() - startedMs).toBeGreaterThan(3 * paceMs - 50);
  },
  withinMs,
);
