import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { postHook } from '../../connections/support/signed.ts';
import type { Check } from '../support/check.ts';
import { question, received } from '../support/events.ts';

const perSecond = 200;
const seconds = 15;

export const speedCheck: Check = {
  number: 22,
  title: 'at 200 events per second, 99 of 100 deliveries get a response within 250 ms',
  runs: 'alone',
  async run({ open }) {
    const { hook, secret } = await open();
    const deliver = async (index: number, since: number): Promise<number> => {
      const events = [received(`m${index}`, question, `t${index % 500}`)];
      const { status, body } = await postHook(hook, { events }, { secret });
      assert.deepEqual([status, body.results?.[0]?.outcome], [200, 'stored']);
      return performance.now() - since;
    };
    for (let warm = 0; warm < 300; warm += 1) await deliver(-warm - 1, performance.now());
    const startedAt = performance.now();
    const calls: Promise<number>[] = [];
    for (let index = 0; index < perSecond * seconds; index += 1) {
      const dueAt = startedAt + (index * 1_000) / perSecond;
      await delay(Math.max(0, dueAt - performance.now()));
      // The time is measured from the moment at which the call was due, so a wait before sending counts too.
      const call = deliver(index, dueAt);
      // The error is thrown where all calls are awaited.
      call.catch(() => undefined);
      calls.push(call);
    }
    const ms = (await Promise.all(calls)).sort((one, other) => one - other);
    const at = (part: number) => Number((ms[Math.floor(ms.length * part)] ?? 0).toFixed(1));
    const figures = { events: ms.length, p50Ms: at(0.5), p99Ms: at(0.99), mostMs: at(0.9999) };
    assert.ok(figures.p99Ms < 250, JSON.stringify(figures));
    return figures;
  },
};
