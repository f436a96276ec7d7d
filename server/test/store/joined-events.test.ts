import { describe, expect, test } from 'vitest';
import type { InboxEvent } from '../../src/domain/inbox/event.ts';
import type { StepAnswer } from '../../src/domain/inbox/steps.ts';
import { ServiceError, StoreUnavailable } from '../../src/lib/errors.ts';
import { joinEvents } from '../../src/store/joined-events.ts';
import { shareReads } from '../../src/store/postgres/shared-reads.ts';
import { active } from './contract/inbox-steps.ts';

type Taken = (delivery: {
  workspaceId: string;
  input: { connectionId: string; events: readonly InboxEvent[] };
}) => void;

/** Joins deliveries into steps that end when the test says so. `onTaken` gets each step when it ends, and may throw. */
function joined(onTaken: Taken = () => undefined) {
  const begun: string[][] = [];
  const ends: (() => void)[] = [];
  const take = joinEvents(
    async (delivery) => {
      begun.push(delivery.input.events.map(({ id }) => id));
      await new Promise<void>((resolve) => ends.push(resolve));
      onTaken(delivery);
      return { outcome: 'taken', results: delivery.input.events.map(({ id }) => ({ id, outcome: 'stored' })) };
    },
    { mostEvents: 100, stepsAtOnce: 2, mostWaiting: 300, pauseShare: 0 },
  );
  const deliver = (
    ids: readonly string[],
    connectionId = 'con_ig',
    workspaceId = 'ws_aurora',
  ): Promise<StepAnswer<'takeEvents'>> => {
    const events = ids.map((id) => active(id, 0));
    return take({ workspaceId, input: { connectionId, events, refused: [], retentionMs: null } });
  };
  const endAll = async () => {
    while (ends.length > 0) {
      ends.shift()?.();
      await new Promise(setImmediate);
    }
  };
  return { begun, deliver, endAll };
}

const idsOf = (answer: StepAnswer<'takeEvents'>) =>
  answer.outcome === 'taken' ? answer.results.map(({ id }) => id) : answer.outcome;

describe('deliveries of events to a connection', () => {
  test('arrivals during two steps in progress go together into the next step', async () => {
    const { begun, deliver, endAll } = joined();
    const all = ['a', 'b', 'c', 'd', 'e'].map((id) => deliver([id, `${id}2`]));
    await endAll();
    expect(begun).toEqual([
      ['a', 'a2'],
      ['b', 'b2'],
      ['c', 'c2', 'd', 'd2', 'e', 'e2'],
    ]);
    expect((await Promise.all(all)).map(idsOf)).toEqual(['a', 'b', 'c', 'd', 'e'].map((id) => [id, `${id}2`]));
  });

  test('a step takes 100 events at most, or one delivery', async () => {
    const { begun, deliver, endAll } = joined();
    const many = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${name}${index}`);
    const all = [['a'], ['b'], many('c', 60), many('d', 41), many('e', 59), many('f', 100)].map((ids) => deliver(ids));
    await endAll();
    await Promise.all(all);
    expect(begun.map(({ length }) => length)).toEqual([1, 1, 60, 100, 100]);
  });

  test('deliveries to another workspace do not wait, and those to another connection have their own step', async () => {
    const { begun, deliver, endAll } = joined();
    const all = ['a', 'b', 'c'].map((id) => deliver([id]));
    all.push(deliver(['mail'], 'con_mail'), deliver(['d']), deliver(['other'], 'con_ig', 'ws_other'));
    expect(begun).toEqual([['a'], ['b'], ['other']]);
    await endAll();
    await Promise.all(all);
    expect(begun.slice(3)).toEqual([['c', 'd'], ['mail']]);
  });

  test('a failing one does not fail those that arrived with it', async () => {
    const { deliver, endAll } = joined(({ input }) => {
      if (input.events.some(({ id }) => id === 'bad')) throw new Error('the step failed');
    });
    const all = Promise.allSettled(['a', 'b', 'c', 'bad', 'd'].map((id) => deliver([id])));
    await endAll();
    expect((await all).map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
  });

  test('a delivery that finds too many events waiting is rejected with the time to return, and the others are taken', async () => {
    const { begun, deliver, endAll } = joined();
    const many = (name: string) => Array.from({ length: 90 }, (_, index) => `${name}${index}`);
    const all = ['a', 'b', 'c', 'd', 'e'].map((name) => deliver(many(name)));
    const refusal = await deliver(many('late')).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ServiceError);
    expect(refusal).toMatchObject({ code: 'service_unavailable', details: { retryAfterSeconds: 1 } });
    all.push(deliver(['small']), deliver(many('mail'), 'con_mail'), deliver(many('other'), 'con_ig', 'ws_other'));
    await endAll();
    expect((await Promise.all(all)).map((answer) => idsOf(answer).length)).toEqual([90, 90, 90, 90, 90, 1, 90, 90]);
    expect(begun.flat()).not.toContain('late0');
    const again = deliver(many('late'));
    await endAll();
    expect(idsOf(await again)).toHaveLength(90);
  });

  test("after a step, a queue of events leaves the store to others for a share of the step's duration", async () => {
    const begunMs: number[] = [];
    const take = joinEvents(
      async () => {
        begunMs.push(performance.now());
        await new Promise((resolve) => setTimeout(resolve, 40));
        return { outcome: 'taken', results: [] };
      },
      { mostEvents: 1, stepsAtOnce: 1, mostWaiting: 10, pauseShare: 0.5 },
    );
    const input = { connectionId: 'con_ig', events: [active('a', 0)], refused: [], retentionMs: null };
    await Promise.all([1, 2].map(() => take({ workspaceId: 'ws_aurora', input })));
    expect((begunMs[1] ?? 0) - (begunMs[0] ?? 0)).toBeGreaterThan(55);
  });

  test('while the store is unavailable, all are rejected immediately, and later ones are accepted', async () => {
    let isAway = true;
    const { begun, deliver, endAll } = joined(() => {
      if (isAway) throw new StoreUnavailable('the database cannot be reached');
    });
    const all = Promise.allSettled(['a', 'b', 'c', 'd'].map((id) => deliver([id])));
    await endAll();
    expect((await all).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'rejected']);
    expect(begun).toHaveLength(3);
    isAway = false;
    const later = deliver(['e']);
    await endAll();
    expect(idsOf(await later)).toEqual(['e']);
  });
});

describe('reads of one name at the same time', () => {
  test('a caller gets what was committed before its call, and callers that wait share one read', async () => {
    let [committed, reads] = [0, 0];
    const ends: (() => void)[] = [];
    const read = shareReads(async (name) => {
      reads += 1;
      const [seen, number] = [committed, reads];
      await new Promise<void>((resolve) => ends.push(resolve));
      if (number === 1) throw new Error('the first read failed');
      return `${name} ${seen}`;
    });
    const first = read('rcv_one').catch((error: Error) => error.message);
    committed = 1;
    const others = [read('rcv_one'), read('rcv_one'), read('rcv_two')];
    await new Promise(setImmediate);
    for (const end of ends.splice(0)) end();
    await new Promise(setImmediate);
    for (const end of ends.splice(0)) end();
    expect(await first).toBe('the first read failed');
    expect(await Promise.all(others)).toEqual(['rcv_one 1', 'rcv_one 1', 'rcv_two 1']);
    expect(reads).toBe(3);
  });
});
