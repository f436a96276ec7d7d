import { expect, onTestFinished, test } from 'vitest';
import type { ModelUse } from '../../src/domain/language-model.ts';
import { type Measures, noMeasures } from '../../src/domain/measures.ts';
import { createModelEngine } from '../../src/drafting/model/create-model-engine.ts';
import { createLog } from '../../src/lib/log.ts';
import { createLanguageModel } from '../../src/models/create-language-model.ts';
import { sqliteHarness } from '../support/store-harness.ts';
import { obedient, type StubScript, startStubModel } from '../support/stub-model.ts';
import { taughtAtOnce } from '../support/taught-at-once.ts';
import { startWorld } from '../support/world.ts';
import { settingsFor } from './support.ts';

const harness = sqliteHarness();
const workspace = { drafting: { model: true } };

async function watched(settings: { isRequired?: boolean; concurrency?: number }, ...scripts: readonly StubScript[]) {
  const stub = await startStubModel(...scripts);
  onTestFinished(() => stub.close());
  const calls: string[] = [];
  const uses: ModelUse[] = [];
  const queues = new Map<string, () => number>();
  const measures: Measures = {
    ...noMeasures,
    modelCalled: (outcome, durationMs) => {
      expect(durationMs).toBeGreaterThanOrEqual(0);
      calls.push(outcome);
    },
    modelUsed: (use) => uses.push(use),
    watchQueue: (queue, length) => queues.set(queue, length),
  };
  const limits = { ...settingsFor(stub), concurrencyPerWorkspace: settings.concurrency ?? 16, ...settings };
  const model = createLanguageModel(limits, createLog({ level: 'error' }), measures);
  const engine = createModelEngine({ model, measures });
  return {
    stub,
    calls,
    uses,
    queues,
    world: await startWorld(harness, { engine, classifiers: taughtAtOnce, workspace }),
  };
}

test('every request to a model is measured with its result, and every draft with its use', async () => {
  const { world, calls, uses } = await watched({}, { kind: 'status', status: 500 }, { kind: 'answer', with: obedient });
  await world.draft();
  await world.draft({ message: 'hello!' });
  expect(calls).toEqual(['overloaded', 'answered']);
  expect(uses).toEqual([
    {
      outcome: 'used',
      calls: 2,
      readings: 1,
      checks: 0,
      wordings: 0,
      inputTokens: 700,
      outputTokens: 60,
      milliseconds: expect.any(Number),
    },
  ]);
});

test('the use of a required model for a failed draft is also measured, although nothing of the draft is stored', async () => {
  const { world, calls, uses } = await watched({ isRequired: true }, { kind: 'text', text: 'prose' });
  expect((await world.draft()).status).toBe(503);
  expect(calls).toEqual(['answered']);
  expect(uses).toMatchObject([{ outcome: 'schema', calls: 1, outputTokens: 60 }]);
  expect((await world.usage()).body.usage).toMatchObject({ used: 0 });
});

test('the number of calls in progress and of drafts that wait for a slot can be read', async () => {
  const { promise: until, resolve: answerNow } = Promise.withResolvers<void>();
  const { world, queues, stub } = await watched({ concurrency: 2 }, { kind: 'answer', with: obedient, until });
  const drafts = Array.from({ length: 5 }, () => world.draft());
  await expect.poll(() => queues.get('model_places')?.()).toBe(3);
  expect(queues.get('model_calls')?.()).toBe(2);
  answerNow();
  await Promise.all(drafts);
  expect(stub.requests).toHaveLength(5);
  expect([queues.get('model_places')?.(), queues.get('model_calls')?.()]).toEqual([0, 0]);
});
