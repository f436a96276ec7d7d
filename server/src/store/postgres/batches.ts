import { isBadValue, isLockTimeout } from './store-fault.ts';

interface Waiting<Input, Result> {
  readonly input: Input;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

interface BatchTerms<Input, Result> {
  /** The results of a batch, in its order; a batch that is `isAlone` has nobody else to keep waiting for a lock. */
  readonly carryOut: (inputs: readonly Input[], isAlone: boolean) => Promise<readonly Result[]>;
  /** In which order a batch takes its inputs along, so that every process locks what they need in one order. */
  readonly order: (one: Input, other: Input) => number;
  /** How many inputs a batch takes at most. */
  readonly largest: number;
  /** How many batches may be under way. */
  readonly atOnce: number;
  /** What an input locks: of one lane, one batch at most is under way. Nothing by default. */
  readonly laneOf?: (input: Input) => string;
}

/**
 * Carries inputs out in batches: those that arrive while as many batches as may be are under way go together as the next,
 * so that they hold few connections and cost little under load, and wait for nobody where there is none. Where a lock is not
 * free in time, the lanes of a batch go on each by itself, so that one waits for it and no other.
 */
export function createBatches<Input, Result>(terms: BatchTerms<Input, Result>): (input: Input) => Promise<Result> {
  const { carryOut, order, largest, atOnce, laneOf } = terms;
  let waiting: Waiting<Input, Result>[] = [];
  const busyLanes = new Set<string>();
  let underWay = 0;

  function start(): void {
    while (underWay < atOnce && waiting.length > 0) {
      const batch = nextBatch();
      if (batch.length === 0) return;
      underWay += 1;
      const lanes = lanesOf(batch);
      for (const lane of lanes.keys()) busyLanes.add(lane);
      void settle(batch, lanes).finally(() => {
        underWay -= 1;
        start();
      });
    }
  }

  function nextBatch(): Waiting<Input, Result>[] {
    const batch: Waiting<Input, Result>[] = [];
    const left: Waiting<Input, Result>[] = [];
    for (const each of waiting) {
      const mayGo = batch.length < largest && (laneOf === undefined || !busyLanes.has(laneOf(each.input)));
      (mayGo ? batch : left).push(each);
    }
    waiting = left;
    return batch.sort((one, other) => order(one.input, other.input));
  }

  function lanesOf(batch: readonly Waiting<Input, Result>[]): Map<string, Waiting<Input, Result>[]> {
    return laneOf === undefined ? new Map() : Map.groupBy(batch, ({ input }) => laneOf(input));
  }

  /** Ends when the batch no longer takes a place: lanes that wait for a lock take none. */
  async function settle(
    batch: readonly Waiting<Input, Result>[],
    lanes: Map<string, Waiting<Input, Result>[]>,
  ): Promise<void> {
    const isAlone = lanes.size <= 1;
    try {
      await attempt(batch, isAlone);
    } catch (error) {
      if (!isAlone && isLockTimeout(error)) {
        for (const [lane, own] of lanes) void goAlone(lane, own);
        return;
      }
      for (const each of batch) each.reject(error);
    }
    for (const lane of lanes.keys()) busyLanes.delete(lane);
  }

  async function goAlone(lane: string, own: readonly Waiting<Input, Result>[]): Promise<void> {
    try {
      await attempt(own, true);
    } catch (error) {
      for (const each of own) each.reject(error);
    }
    busyLanes.delete(lane);
    start();
  }

  async function attempt(batch: readonly Waiting<Input, Result>[], isAlone: boolean): Promise<void> {
    try {
      const inputs = batch.map(({ input }) => input);
      const results = await carryOut(inputs, isAlone);
      if (results.length !== batch.length) throw new Error('the database answered another number of requests');
      for (const [index, result] of results.entries()) batch[index]?.resolve(result);
    } catch (error) {
      // One input that the database cannot read must not fail those that happened to arrive with it.
      if (!isBadValue(error) || batch.length === 1) throw error;
      for (const each of batch) await attempt([each], isAlone).catch(each.reject);
    }
  }

  return (input) =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject });
      start();
    });
}
