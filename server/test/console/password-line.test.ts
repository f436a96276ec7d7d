import { beforeAll, expect, test } from 'vitest';
import { passwordCost } from '../../src/lib/passwords.ts';
import { sqliteHarness } from '../support/store-harness.ts';
import { type Browser, ownerAccount, startConsoleWorld } from './support/console-world.ts';

// A queue forms only if a password costs as much as in a real service.
beforeAll(() => {
  const cheap = { ...passwordCost };
  Object.assign(passwordCost, { logN: 15, r: 8, p: 3 });
  return () => Object.assign(passwordCost, cheap);
});

const behindProxy = { config: { trustedProxies: ['127.0.0.1'] } };

function signIn(browser: Browser, email: string, password: string, from: string): Promise<{ status: number }> {
  return browser.ask('POST', '/sign-in', { email, password }, { 'x-forwarded-for': from });
}

test.each([
  ['as many networks', (index: number) => `2001:db8:${(index + 1).toString(16)}::1`, 100],
  ['as many /64 of one network', (index: number) => `2001:db8:1:${(index + 1).toString(16)}::1`, 50],
])(
  'while 300 strangers from %s sign in, a known browser is served before those who wait, and most are refused immediately',
  async (_, addressOf, mostJudged) => {
    const world = await startConsoleWorld(sqliteHarness(), behindProxy);
    const owner = await world.owner();
    await owner.ask('POST', '/sign-out');
    let judged = 0;
    const strangers = Array.from({ length: 300 }, async (_, index) => {
      const { status } = await signIn(world.openBrowser(), `nobody${index}@aurora.example`, 'wrong', addressOf(index));
      if (status === 401) judged += 1;
      return status;
    });
    await Promise.race(strangers);
    const before = judged;
    const { email, password } = ownerAccount;
    expect((await signIn(owner, email, password, '2001:db8:ffff::1')).status).toBe(200);
    const judgedMeanwhile = judged - before;
    const statuses = await Promise.all(strangers);
    expect(judgedMeanwhile, 'those in work, and hardly more').toBeLessThanOrEqual(6);
    const count = (wanted: number) => statuses.filter((status) => status === wanted).length;
    expect(count(401)).toBeLessThanOrEqual(mostJudged);
    expect(count(401) + count(429)).toBe(300);
  },
  120_000,
);
