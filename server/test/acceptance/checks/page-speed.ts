import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { post, prove } from '../../page/support/visitor.ts';
import type { Check } from '../support/check.ts';
import { fromNetwork, manyNetworks, openPage } from '../support/visitors.ts';

const perSecond = 200;
const seconds = 5;
const question = 'do you ship to Brazil?';

export const pageSpeedCheck: Check = {
  number: 26,
  title: '200 asks a second with solved proofs are all answered; their p99 beside that of the bare route',
  runs: 'alone',
  env: { ...manyNetworks, UNDERSTUDY_PAGE_ASKS_PER_HOUR: '100000' },
  async run({ open }) {
    const { inbox, page } = await openPage({ open });
    const proofs: { proof: string; headers: Record<string, string> }[] = [];
    for (let at = 0; at < perSecond * seconds + 100; at += 20) {
      const headers = fromNetwork(at % 500);
      const made = await Promise.all(Array.from({ length: 20 }, () => prove(page, headers)));
      proofs.push(...made.map((proof) => ({ proof, headers })));
    }
    const askOne = async (since: number): Promise<number> => {
      const { proof, headers } = proofs.pop() ?? { proof: '', headers: {} };
      const { status, body } = await post(page, { question, proof }, headers);
      assert.deepEqual([status, body.answered], [200, true]);
      return performance.now() - since;
    };
    const bareOne = async (since: number): Promise<number> => {
      const response = await fetch(`${page}/theme.css`);
      await response.text();
      return performance.now() - since;
    };
    for (let warm = 0; warm < 100; warm += 1) await askOne(performance.now());
    const bare = await atPace(bareOne);
    const asked = await atPace(askOne);
    assert.equal((await inbox.command('usage')).totals.bySource.page, 1);
    return {
      asks: asked.length,
      perSecond,
      askMedianMs: at(asked, 0.5),
      askP99Ms: at(asked, 0.99),
      bareMedianMs: at(bare, 0.5),
      bareP99Ms: at(bare, 0.99),
      units: 1,
    };
  },
};

/** Times from the moment at which each was due. */
async function atPace(one: (since: number) => Promise<number>): Promise<number[]> {
  const startedAt = performance.now();
  const calls: Promise<number>[] = [];
  for (let index = 0; index < perSecond * seconds; index += 1) {
    const dueAt = startedAt + (index * 1_000) / perSecond;
    await delay(Math.max(0, dueAt - performance.now()));
    calls.push(one(dueAt));
  }
  return Promise.all(calls);
}

function at(values: readonly number[], share: number): number {
  const value = values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? Number.NaN;
  return Math.round(value * 10) / 10;
}
