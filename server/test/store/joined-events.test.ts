import { describe, expect, test } from 'vitest';
import type { InboxEvent } from '../../src/domain/inbox/event.ts';
import type { StepAnswer } from '../../src/domain/inbox/steps.ts';
import { ServiceError, StoreUnavailable } from '../../src/lib/errors.ts';
import { type JoinLimits, joinEvents } from '../../src/store/joined-events.ts';
import { shareReads } from '../../src/store/postgres/shared-reads.ts';
import { active } from './contract/inbox-steps.ts';

type Taken = (delivery: {
  workspaceId: string;
  input: { connectionId: string; events: readonly InboxEvent[] };
}) => void;

const alone = { areAtWork: () => false, mostEvents: 100, pause: 3 };
const limits = { mostEvents: 100, stepsAtOnce: 2, stepsInAll: 100, mostWaiting: 300, besideOthers: alone };

/** Deliveries to a step that ends when the test says so. `onTaken` gets each step as it ends, and may throw. */
function joined(onTaken: Taken = () => undefined, change: Partial<JoinLimits> = {}) {
  const begun: string[][] = [];
  const ends: (() => void)[] = [];
  const take = joinEvents(
    async (delivery) => {
      begun.push(delivery.input.events.map(({ id }) => id));
      await new Promise<void>((resolve) => ends.push(resolve));
      onTaken(delivery);
      return { outcome: 'taken', results: delivery.input.events.map(({ id }) => ({ id, outcome: 'stored' })) };
    },
    { ...limits, ...change },
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

const stepMs = 30;
/** A timer may fire a millisecond early. */
const timerSlackMs = 5;

/** Deliveries to steps that take `stepMs`, while another workspace drafts. */
function timed(beside: { readonly mostEvents: number; readonly pause: number }) {
  const begunMs: { readonly ids: readonly string[]; readonly atMs: number }[] = [];
  const join = joinEvents(
    async ({ input }) => {
      const ids = input.events.map(({ id }) => id);
      begunMs.push({ ids, atMs: performance.now() });
      await new Promise((resolve) => setTimeout(resolve, stepMs));
      return { outcome: 'taken', results: [] };
    },
    { ...limits, stepsAtOnce: 1, besideOthers: { areAtWork: () => true, ...beside } },
  );
  const take = (workspaceId: string, ids: readonly string[]) => {
    const events = ids.map((id) => active(id, 0));
    return join({ workspaceId, input: { connectionId: 'con_ig', events, refused: [], retentionMs: null } });
  };
  return { begunMs, take };
}

function gapsOf(begun: readonly { readonly atMs: number }[]): number[] {
  return begun.slice(1).map(({ atMs }, index) => atMs - (begun[index]?.atMs ?? 0));
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

  test('deliveries to another workspace do not wait, and those to another connection have a step of their own', async () => {
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

  test('a delivery that finds too many events waiting is refused with the time to return, and the others are taken', async () => {
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

  test('while no other workspace drafts, the next step begins when the last one ends', async () => {
    const { begun, deliver, endAll } = joined(undefined, { mostEvents: 2, stepsAtOnce: 1 });
    const all = ['a', 'b', 'c', 'd', 'e'].map((id) => deliver([id]));
    await endAll();
    await Promise.all(all);
    expect(begun).toEqual([['a'], ['b', 'c'], ['d', 'e']]);
  });

  test('while another workspace drafts, a line takes short steps and leaves the store to others for twice their time', async () => {
    const { begunMs, take } = timed({ mostEvents: 2, pause: 2 });
    await Promise.all([['a1'], ['a2', 'a3'], ['a4']].map((ids) => take('ws_aurora', ids)));
    expect(begunMs.map(({ ids }) => ids)).toEqual([['a1'], ['a2', 'a3'], ['a4']]);
    for (const gap of gapsOf(begunMs)) expect(gap).toBeGreaterThanOrEqual(3 * stepMs - timerSlackMs);
  });

  test('two workspaces with waiting events share the time that one of them would have', async () => {
    const { begunMs, take } = timed({ mostEvents: 1, pause: 2 });
    const names = ['ws_aurora', 'ws_borealis'];
    await Promise.all(names.flatMap((name) => ['1', '2', '3'].map((id) => take(name, [`${name} ${id}`]))));
    for (const name of names) {
      const [first = 0] = gapsOf(begunMs.filter(({ ids }) => ids[0]?.startsWith(name)));
      expect(first).toBeGreaterThanOrEqual(5 * stepMs - timerSlackMs);
    }
  });

  test('the events of all workspaces together use a limited number of steps at a time, in turns', async () => {
    const { begun, deliver, endAll } = joined(undefined, { stepsInAll: 2, stepsAtOnce: 1 });
    const all = ['one', 'two', 'three', 'one'].map((name, index) => deliver([`${name}${index}`], 'con_ig', name));
    expect(begun).toEqual([['one0'], ['two1']]);
    await endAll();
    await Promise.all(all);
    expect(begun).toEqual([['one0'], ['two1'], ['three2'], ['one3']]);
  });

  test('a delivery of more events than a short step takes is stored in parts, and its results are in order', async () => {
    const { begun, deliver, endAll } = joined(undefined, {
      mostEvents: 4,
      stepsAtOnce: 1,
      besideOthers: { ...alone, mostEvents: 2 },
    });
    const all = [['a', 'b', 'c', 'd', 'e'], ['f']].map((ids) => deliver(ids));
    await endAll();
    expect((await Promise.all(all)).map(idsOf)).toEqual([['a', 'b', 'c', 'd', 'e'], ['f']]);
    expect(begun).toEqual([
      ['a', 'b', 'c', 'd'],
      ['e', 'f'],
    ]);
  });

  test('a delivery fails if one of its parts does, and the next one is taken', async () => {
    const { deliver, endAll } = joined(
      ({ input }) => {
        if (input.events.some(({ id }) => id === 'bad')) throw new Error('the step failed');
      },
      { stepsAtOnce: 1, mostEvents: 1, besideOthers: { ...alone, mostEvents: 1 } },
    );
    const failing = deliver(['a', 'bad']).catch((error: Error) => error.message);
    const next = deliver(['c']);
    await endAll();
    expect(await failing).toBe('the step failed');
    expect(idsOf(await next)).toEqual(['c']);
  });

  test('while the store is unavailable, all are refused immediately, and later ones are accepted', async () => {
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
