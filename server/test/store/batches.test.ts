import { expect, test } from 'vitest';
import { createBatches } from '../../src/store/postgres/batches.ts';

test("a batch takes from every workspace in turn, so that one workspace's many drafts do not delay another's one", async () => {
  const batches: string[][] = [];
  const { promise: firstMayEnd, resolve: endFirst } = Promise.withResolvers<void>();
  const run = createBatches<string, string>({
    carryOut: async (inputs) => {
      batches.push([...inputs]);
      if (batches.length === 1) await firstMayEnd;
      return inputs;
    },
    order: () => 0,
    ownerOf: (input) => input.charAt(0),
    largest: 3,
    atOnce: 1,
  });
  const all = ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'c1', 'c2'].map(run);
  endFirst();
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'c1', 'c2']);
  expect(batches).toEqual([['a1'], ['a2', 'b1', 'c1'], ['a3', 'c2', 'a4'], ['a5']]);
});
