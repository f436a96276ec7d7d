import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { ask, post, prove, visit } from '../../page/support/visitor.ts';
import type { Check } from '../support/check.ts';
import { received } from '../support/events.ts';
import { fromNetwork, manyNetworks, openPage, shippingQuestions } from '../support/visitors.ts';

const limit = 100;
const perSource = 60;
const question = 'do you ship to Brazil?';

/** Checks charges and limits when requests race. */
export const pageLimitChecks: readonly Check[] = [
  {
    number: 13,
    title: 'agents, inboxes, and a Page that compete for an allowance of 100 use exactly 100 units',
    runs: 'alone',
    env: manyNetworks,
    async run({ open }) {
      const { inbox, page } = await openPage(
        { open },
        { dailyReplies: 1_000, dailyHandoffs: 1_000 },
        { monthlyReplies: limit, shares: { api: 100, inbox: 100, page: 100 } },
      );
      const drafts = Array.from({ length: perSource }, async () => {
        const body = { profileId: 'prof_aurora', message: question };
        return (await inbox.call('/api/v1/agent/draft', { body, idempotencyKey: randomUUID() })).status;
      });
      const threads = Array.from({ length: perSource }, (_, at) => inbox.take(received('m1', question, `t${at}`)));
      const asks = shippingQuestions
        .slice(0, perSource)
        .map(async (each, at) => (await ask(page, each, { headers: fromNetwork(at) })).body.answered === true);
      const [statuses, , answers] = await Promise.all([Promise.all(drafts), Promise.all(threads), Promise.all(asks)]);
      await inbox.until('100 units', async () => (await inbox.command('usage')).used === limit, 60_000);
      const { used, totals } = await inbox.command('usage');
      const drafted = statuses.filter((status) => status === 200).length;
      const answered = answers.filter(Boolean).length;
      assert.deepEqual(totals.bySource, { api: drafted, inbox: limit - drafted - answered, page: answered });
      assert.equal(used, limit);
      assert.equal(
        (await inbox.drafts()).filter(({ connectionId }) => connectionId !== null).length,
        totals.bySource.inbox,
      );
      return { ...totals.bySource, used };
    },
  },
  {
    number: 24,
    title:
      'a proof that was used is rejected by another process and after kill -9; forged visitor addresses gain nothing',
    runs: 'alone',
    env: { UNDERSTUDY_PAGE_WORK: '1', UNDERSTUDY_PAGE_ASKS_PER_HOUR: '9' },
    async run({ open, service, serve, place }) {
      const { inbox, page, slug } = await openPage({ open });
      const proof = await prove(page);
      const early = await prove(page);
      assert.equal((await post(page, { question, proof })).status, 200);
      assert.equal((await post(page, { question, proof })).body.error, 'page_proof_spent');
      const isShared = place.location.kind === 'postgres';
      if (!isShared) await service.kill();
      const other = await serve({});
      const there = `${other.service.url}/p/${slug}`;
      const again = await post(there, { question, proof });
      assert.deepEqual([again.status, again.body.error], [409, 'page_proof_spent']);
      if (isShared) {
        // Both requests are sent at the same time, and only one of them may use the proof.
        const both = await Promise.all([
          post(page, { question, proof: early }),
          post(there, { question, proof: early }),
        ]);
        assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409]);
        await service.kill();
      } else assert.equal((await post(there, { question, proof: early })).status, 200);
      let asked = 2;
      for (; asked < 30; asked += 1) {
        const forged = {
          'x-forwarded-for': `203.0.${asked}.7`,
          'x-real-ip': `203.0.${asked}.8`,
          forwarded: `for=203.0.${asked}.9`,
          'x-visitor-id': randomUUID(),
          cookie: `visitor=${randomUUID()}`,
          'user-agent': `browser ${asked}`,
        };
        const { status, headers } = await ask(there, question, { headers: forged });
        if (status === 200) continue;
        assert.equal(status, 429);
        assert.ok(Number(headers.get('retry-after')) > 3_000);
        break;
      }
      assert.equal(asked, 9, 'forged names were counted as other visitors');
      const cost = (await visit(`${there}/challenge`)).body.parameters.cost;
      assert.equal(cost, 16);
      assert.equal((await inbox.command('usage')).totals.bySource.page, 1);
      return { processes: 2, sharedStore: isShared, asksBeforeLimit: asked, costAtLimit: cost, units: 1 };
    },
  },
  {
    number: 27,
    title: 'a bot that solves every proof, from any number of networks, cannot exceed the daily limits',
    runs: 'alone',
    env: manyNetworks,
    async run({ open }) {
      const caps = { dailyReplies: 5, dailyHandoffs: 7 };
      const { inbox, page } = await openPage({ open }, caps);
      const outcomes = { answered: 0, passedOn: 0, full: 0 };
      for (const [at, each] of shippingQuestions.entries()) {
        const { status, body } = await ask(page, each, { headers: fromNetwork(at) });
        if (status === 429) {
          assert.equal(body.error, 'page_full');
          outcomes.full += 1;
        } else if (body.answered) outcomes.answered += 1;
        else outcomes.passedOn += 1;
      }
      assert.equal(outcomes.answered, caps.dailyReplies);
      assert.equal(outcomes.passedOn, caps.dailyHandoffs);
      const conversations = await inbox.command('conversations', 'list');
      assert.equal(conversations.length, caps.dailyHandoffs);
      assert.equal((await inbox.command('usage')).totals.bySource.page, caps.dailyReplies);
      const notices = await inbox.command('notifications', 'list');
      assert.equal(notices.length, 1, 'notices are gathered');
      return { asks: shippingQuestions.length, ...outcomes, units: caps.dailyReplies, notices: notices.length };
    },
  },
];
