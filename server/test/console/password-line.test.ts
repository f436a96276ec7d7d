import { beforeAll, expect, test } from 'vitest';
import { noMeasures } from '../../src/domain/measures.ts';
import { passwordCost } from '../../src/lib/passwords.ts';
import { onEachStore } from '../http/support/on-each-store.ts';
import { type StoreHarness, sqliteHarness } from '../support/store-harness.ts';
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

/**
 * Lets 300 strangers sign in from the given addresses, and checks that at most `mostJudged` of their passwords are
 * tried.
 */
async function standCrowd(
  harness: StoreHarness,
  { addressOf, mostJudged }: { addressOf: (index: number) => string; mostJudged: number },
): Promise<void> {
  let waiting = () => Number.NaN;
  const measures = {
    ...noMeasures,
    watchQueue(queue: string, length: () => number) {
      if (queue === 'passwords') waiting = length;
    },
  };
  const world = await startConsoleWorld(harness, { ...behindProxy, watchers: { measures } });
  const owner = await world.owner();
  await owner.ask('POST', '/sign-out');
  let judged = 0;
  let longest = 0;
  let answered = 0;
  const strangers = Array.from({ length: 300 }, async (_, index) => {
    const { status } = await signIn(world.openBrowser(), `nobody${index}@aurora.example`, 'wrong', addressOf(index));
    longest = Math.max(longest, waiting());
    answered += 1;
    if (status === 401) judged += 1;
    return status;
  });
  // Two are in work. Everyone else is refused or waits.
  await expect.poll(() => answered + waiting() + 2, { interval: 5 }).toBeGreaterThanOrEqual(300);
  const before = judged;
  const { email, password } = ownerAccount;
  expect((await signIn(owner, email, password, '2001:db8:ffff::1')).status).toBe(200);
  const judgedMeanwhile = judged - before;
  const statuses = await Promise.all(strangers);
  expect(judgedMeanwhile, 'those in work, and hardly more').toBeLessThanOrEqual(10);
  const count = (wanted: number) => statuses.filter((status) => status === wanted).length;
  expect(count(401)).toBeLessThanOrEqual(mostJudged);
  expect(count(401) + count(429)).toBe(300);
  expect(longest, 'a scrape shows who waits').toBeGreaterThan(10);
  expect(waiting()).toBe(0);
}

const served = 'a known browser is served before those who wait, and most are refused immediately';

test(
  `while 300 strangers from as many networks sign in, ${served}`,
  () =>
    standCrowd(sqliteHarness(), {
      addressOf: (index) => `2001:db8:${(index + 1).toString(16)}::1`,
      mostJudged: 100,
    }),
  300_000,
);

onEachStore(
  `while 300 strangers from as many /64 of one network sign in, ${served}`,
  (harness) =>
    standCrowd(harness, {
      addressOf: (index) => `2001:db8:1:${(index + 1).toString(16)}::1`,
      mostJudged: 50,
    }),
  300_000,
);
