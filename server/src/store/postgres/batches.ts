import { isBadValue } from './store-fault.ts';

interface Waiting<Input, Result> {
  readonly input: Input;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Carries inputs out in batches: those that arrive while as many batches as may be are under way go together as the next,
 * so that they hold few connections and cost little under load, and wait for nobody where there is none.
 */
export function createBatches<Input, Result>({
  carryOut,
  order,
  largest,
  atOnce,
}: {
  /** The results of a batch, in its order. */
  carryOut: (inputs: readonly Input[]) => Promise<readonly Result[]>;
  /** In which order a batch takes its inputs along, so that every process locks what they need in one order. */
  order: (one: Input, other: Input) => number;
  /** How many inputs a batch takes at most. */
  largest: number;
  /** How many batches may be under way. */
  atOnce: number;
}): (input: Input) => Promise<Result> {
  const waiting: Waiting<Input, Result>[] = [];
  let underWay = 0;

  async function drain(): Promise<void> {
    underWay += 1;
    while (waiting.length > 0) {
      await settle(waiting.splice(0, largest).sort((one, other) => order(one.input, other.input)));
    }
    underWay -= 1;
  }

  async function settle(batch: readonly Waiting<Input, Result>[]): Promise<void> {
    try {
      const results = await carryOut(batch.map(({ input }) => input));
      if (results.length !== batch.length) throw new Error('the database answered another number of requests');
      for (const [index, result] of results.entries()) batch[index]?.resolve(result);
    } catch (error) {
      // One input that the database cannot read must not fail those that happened to arrive with it.
      if (isBadValue(error) && batch.length > 1) for (const each of batch) await settle([each]);
      else for (const each of batch) each.reject(error);
    }
  }

  return (input) =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject });
      if (underWay < atOnce) void drain();
    });
}
