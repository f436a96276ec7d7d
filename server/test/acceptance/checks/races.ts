import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Check } from '../support/check.ts';
import { question, received } from '../support/events.ts';

/** Checks the results of simultaneous requests. */
export const raceChecks: readonly Check[] = [
  {
    number: 5,
    title: 'if a message arrives during drafting, the old draft is neither stored nor charged',
    runs: 'alone',
    script: join(import.meta.dirname, '../support/slow-service.ts'),
    async run({ open }) {
      const inbox = await open({ connection: ['--quiet-seconds', '0'] });
      await inbox.take(received('m1', question));
      await delay(800);
      assert.deepEqual(await inbox.drafts(), []);
      await inbox.take(received('m2', 'and to Peru?'));
      await inbox.until('the draft', async () => (await inbox.drafts()).length > 0);
      await delay(3_000);
      const drafts = await inbox.drafts();
      assert.deepEqual(
        drafts.map(({ messages, state }) => [messages, state]),
        [[2, 'waiting']],
      );
      assert.equal(await inbox.units(), 1);
      return { drafts: drafts.length, answered: 2, units: 1 };
    },
  },
  {
    number: 13,
    title: 'agents and inboxes that compete for an allowance of 100 use exactly 100',
    runs: 'shared',
    async run({ open }) {
      const inbox = await open({ connection: ['--quiet-seconds', '0'], workspace: { monthlyReplies: 100 } });
      const threads = Array.from({ length: 120 }, (_, at) => inbox.take(received('m1', question, `t${at}`)));
      const agents = Array.from({ length: 120 }, () =>
        inbox.call('/api/v1/agent/draft', {
          body: { profileId: 'prof_aurora', message: question },
          idempotencyKey: randomUUID(),
        }),
      );
      const answers = await Promise.all(agents);
      await Promise.all(threads);
      const drafted = answers.filter(({ status }) => status === 200).length;
      const refused = answers.filter(({ body }) => body.error === 'agent_monthly_quota_used').length;
      assert.equal(drafted + refused, answers.length);
      await inbox.until('100 units', async () => (await inbox.command('usage')).used === 100, 60_000);
      await delay(2_000);
      const { used, totals } = await inbox.command('usage');
      assert.equal(used, 100);
      assert.equal(totals.bySource.api, drafted);
      assert.equal((await inbox.drafts()).filter(({ connectionId }) => connectionId !== null).length, 100 - drafted);
      return { used, api: drafted, inbox: totals.bySource.inbox };
    },
  },
];
