import { expect, test } from 'vitest';
import { inputSeed } from '../support/run-length.ts';
import { sqliteHarness } from '../support/store-harness.ts';
import { startWorld, testConfig } from '../support/world.ts';
import { createChance, randomRequest } from './support/random-request.ts';
import { rawExchange } from './support/raw-exchange.ts';
import { expectCommonHeaders } from './support/refusals.ts';
import { constantEngine } from './support/scripted-engine.ts';

const requests = 5_000;
/** So many are sent on a slow machine, too, although they take longer than the budget there. */
const leastRequests = 500;
const callers = 16;
const budgetMs = 15_000;

test(`${requests} random requests get no 5xx and no silence, and the service serves the next one`, async () => {
  const seed = inputSeed();
  const { agency } = testConfig.plans;
  const world = await startWorld(sqliteHarness(), {
    engine: constantEngine(),
    config: {
      failedAuthenticationsPerMinute: 1_000_000,
      plans: { ...testConfig.plans, agency: { ...agency, requestsPerMinute: 1_000_000 } },
    },
  });
  const chance = createChance(seed);
  const statuses: Record<string, number> = {};
  const startedAt = performance.now();
  let sent = 0;
  const caller = async () => {
    while (sent < requests && (performance.now() - startedAt < budgetMs || sent <= leastRequests)) {
      sent += 1;
      const bytes = randomRequest(chance, world.key);
      const shown = `seed ${seed}, request ${sent}: ${JSON.stringify(bytes.toString('latin1').slice(0, 2_000))}`;
      const isHead = bytes.subarray(0, 4).toString() === 'HEAD';
      const { answers } = await rawExchange(world.url, [bytes], { endAfterMs: 150, isHead }).catch((error: unknown) => {
        throw new Error(shown, { cause: error });
      });
      for (const answer of answers) {
        statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
        if (answer.status >= 500) throw new Error(`${answer.status} ${answer.text} to ${shown}`);
        if (isHead) continue;
        expectCommonHeaders(answer);
        if (answer.status >= 400 && !answer.text.includes('jsonrpc')) {
          expect(answer.body, shown).toMatchObject({ ok: false, requestId: answer.headers.get('x-request-id') });
        }
      }
      if (answers.length === 0) statuses['closed'] = (statuses['closed'] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  const usage = (await world.usage()).body.usage;
  expect(usage.used, 'every charge is a stored draft').toBe(usage.totals.drafts);
  expect((await world.draft()).status).toBe(200);
  expect(sent).toBeGreaterThan(leastRequests);
  expect(statuses, JSON.stringify(statuses)).toMatchObject({ 200: expect.any(Number), 400: expect.any(Number) });
  if (process.env['UNDERSTUDY_FUZZ_SEED'] !== undefined) console.info(sent, statuses);
});
