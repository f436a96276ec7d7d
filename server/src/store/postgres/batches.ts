import { isBadValue, isLockTimeout } from './store-fault.ts';

interface Waiting<Input, Result> {
  readonly input: Input;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

interface BatchTerms<Input, Result> {
  /**
   * Returns the results for the inputs of a batch, in the same order. If `isAlone` is true, the batch may wait for a
   * lock without delaying other inputs.
   */
  readonly carryOut: (inputs: readonly Input[], isAlone: boolean) => Promise<readonly Result[]>;
  /** Compares two inputs. Batches are sorted in this order, so that every process takes its locks in the same order. */
  readonly order: (one: Input, other: Input) => number;
  /** The maximum number of inputs in a batch. */
  readonly largest: number;
  /** The maximum number of batches in progress. */
  readonly atOnce: number;
  /**
   * Returns an input's lane, which is the name of the data that the input locks. At most one batch of each lane is in
   * progress at a time. If omitted, there are no lanes.
   */
  readonly laneOf?: (input: Input) => string;
  /**
   * Returns an input's owner. The waiting inputs of each owner form a queue, and a batch takes inputs from the queues
   * in turn. An owner with many inputs therefore does not delay an owner with few. If omitted, inputs are taken in the
   * order of their arrival.
   */
  readonly ownerOf?: (input: Input) => string;
  /** Whether a batch may contain inputs of several lanes. Default: true. */
  readonly mixesLanes?: boolean;
}

/**
 * Processes inputs in batches. While the maximum number of batches is in progress, new inputs are collected for the
 * next batch. Under load, batches use few connections and cost little; without load, inputs do not wait. If a batch
 * does not get a lock in time, each of its lanes continues separately, so that only one lane waits for the lock.
 */
export function createBatches<Input, Result>(terms: BatchTerms<Input, Result>): (input: Input) => Promise<Result> {
  const { carryOut, order, largest, atOnce, laneOf, ownerOf, mixesLanes = true } = terms;
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
    let only: string | undefined;
    for (const each of ownerOf === undefined ? waiting : inTurns(waiting, ({ input }) => ownerOf(input))) {
      const lane = laneOf?.(each.input);
      const isFree = lane === undefined || (!busyLanes.has(lane) && (only ?? lane) === lane);
      const mayGo = batch.length < largest && isFree;
      if (mayGo && !mixesLanes) only = lane;
      (mayGo ? batch : left).push(each);
    }
    waiting = left;
    return batch.sort((one, other) => order(one.input, other.input));
  }

  function lanesOf(batch: readonly Waiting<Input, Result>[]): Map<string, Waiting<Input, Result>[]> {
    return laneOf === undefined ? new Map() : Map.groupBy(batch, ({ input }) => laneOf(input));
  }

  /** Resolves when the batch no longer counts toward the maximum. Lanes that are waiting for a lock do not count. */
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
      if (results.length !== batch.length) throw new Error('the database answered a different number of requests');
      for (const [index, result] of results.entries()) batch[index]?.resolve(result);
    } catch (error) {
      // One input that the database cannot read must not fail the others in its batch.
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

/** Returns the items in rounds: every owner's first item, then every owner's second item, and so on. */
function inTurns<Item>(items: readonly Item[], ownerOf: (item: Item) => string): readonly Item[] {
  const lines = [...Map.groupBy(items, ownerOf).values()];
  if (lines.length === 1) return items;
  const longest = Math.max(...lines.map((line) => line.length));
  return Array.from({ length: longest }, (_, at) => lines.flatMap((line) => line.slice(at, at + 1))).flat();
}
