import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { Persona } from '../../src/domain/persona.ts';
import { readClassifier } from '../../src/drafting/answer/taught-classifier.ts';
import { withoutTeaching } from '../../src/drafting/answer/teaching.ts';
import { createEmbeddedEngine } from '../../src/drafting/embedded-engine.ts';
import { createTrainer, TrainingFailed, TrainingStopped } from '../../src/teaching/create-trainer.ts';
import { isTeachable, teachingHashOf } from '../../src/teaching/persona-hash.ts';
import { trainPersona } from '../../src/teaching/train-persona.ts';
import { leastLongestStall } from './support/longest-stall.ts';
import { taughtPersona } from './support/taught-persona.ts';

const small = taughtPersona({ items: 4, phrases: 6 });
/** Reading this persona ends the thread with an error, like a bug in the trainer. */
const crashing = { facts: [null] } as unknown as Persona;

test('40 items of 80 phrases are trained without blocking the serving thread for more than 20 ms', async () => {
  const trainer = startTrainer();
  const persona = taughtPersona({ items: 40, phrases: 80 });
  const told: number[] = [];
  const { stallMs, result } = await leastLongestStall(20, () =>
    trainer.inTurn('ws_a', (train) => train(persona, (done) => told.push(done))),
  );
  expect(stallMs).toBeLessThanOrEqual(20);
  expect(told.at(-1)).toBeGreaterThan(told[0] ?? Number.NaN);
  expect(result.hash).toBe(teachingHashOf(persona));
  expect(result.bytes.length).toBeLessThanOrEqual(204_800);
});

test('equal personas give the same bytes on any thread, in any process state, and whatever the order of their members', async () => {
  const trainers = [startTrainer(), startTrainer()];
  const shuffled: Persona = {
    facts: small.facts.map((fact) => Object.fromEntries(Object.entries(fact).reverse())),
  } as Persona; // the persona has the same members
  const [first, second] = await Promise.all([
    trainers[0]?.inTurn('ws_a', (train) => train(small)),
    trainers[1]?.inTurn('ws_b', async (train) => {
      await train(taughtPersona({ items: 3, phrases: 9, seed: 7 }));
      return train(shuffled);
    }),
  ]);
  expect(first?.hash).toBe(second?.hash);
  expect(Buffer.compare(first?.bytes ?? Buffer.alloc(1), second?.bytes ?? Buffer.alloc(2))).toBe(0);
  expect(Buffer.compare(trainPersona(small).bytes, first?.bytes ?? Buffer.alloc(1))).toBe(0);
});

test('phrases that must not be learned change the hash but not the classifier', async () => {
  const [fact, ...others] = small.facts;
  const hazard = 'i know where you live and i will hurt you';
  const persona = {
    facts: [{ ...fact, id: 'f_0', text: fact?.text ?? '', aliases: [...(fact?.aliases ?? []), hazard] }, ...others],
  };
  const learnt = (of: Persona) => readClassifier(trainPersona(of).bytes).items[0]?.phrases;
  expect(teachingHashOf(persona)).not.toBe(teachingHashOf(small));
  expect(learnt(persona)).toBe(learnt(small));
});

test('one training runs at a time, and workspaces take turns', async () => {
  const trainer = startTrainer();
  const order: string[] = [];
  let atOnce = 0;
  const work = (workspaceId: string) =>
    trainer.inTurn(workspaceId, async (train) => {
      atOnce += 1;
      expect(atOnce).toBe(1);
      await train(small);
      atOnce -= 1;
      order.push(workspaceId);
    });
  await Promise.all([...Array.from({ length: 4 }, () => work('ws_busy')), work('ws_quiet')]);
  expect(order.indexOf('ws_quiet')).toBeLessThanOrEqual(2);
});

test('a crashed thread fails only its training: the next one gets another thread', async () => {
  const trainer = startTrainer();
  const failing = trainer.inTurn('ws_a', (train) => train(crashing));
  await expect(failing).rejects.toThrow(TrainingFailed);
  await expect(failing).rejects.toThrow('its thread crashed (TypeError)');
  const { hash } = await trainer.inTurn('ws_a', (train) => train(small));
  expect(hash).toBe(teachingHashOf(small));
});

test('a thread that runs out of memory or time fails its training, and not the process', async () => {
  const [starved, late] = [createTrainer({ heapMb: 12 }), createTrainer({ longestMs: 20 })];
  onTestFinished(async () => {
    await Promise.all([starved.close(), late.close()]);
  });
  await expect(starved.inTurn('ws_a', (train) => train(small))).rejects.toThrow('ERR_WORKER_OUT_OF_MEMORY');
  const slow = taughtPersona({ items: 40, phrases: 80 });
  await expect(late.inTurn('ws_a', (train) => train(slow))).rejects.toThrow('it took more than');
});

test('closing ends the current training and the waiting ones immediately', async () => {
  const persona = taughtPersona({ items: 40, phrases: 80 });
  let tookMs = Number.POSITIVE_INFINITY;
  // A busy machine may delay the end of a thread once.
  for (let round = 0; round < 10 && tookMs >= 1_000; round += 1) {
    const trainer = startTrainer();
    const trainings = [1, 2, 3].map(() => trainer.inTurn('ws_a', (train) => train(persona)));
    const ends = Promise.allSettled(trainings);
    await delay(300);
    const before = performance.now();
    await trainer.close();
    for (const end of await ends)
      expect(end).toMatchObject({ status: 'rejected', reason: expect.any(TrainingStopped) });
    tookMs = performance.now() - before;
    await expect(trainer.inTurn('ws_a', (train) => train(small))).rejects.toThrow(TrainingStopped);
  }
  expect(tookMs).toBeLessThan(1_000);
});

test('only a persona with items has anything to train', () => {
  expect([{}, { facts: [] }, { phrases: [] }].map(isTeachable)).toEqual([false, false, false]);
  expect(isTeachable(small)).toBe(true);
});

test('a persona drafts the same without the phrases that only its classifier reads, and keeps its hash', async () => {
  const persona: Persona = {
    ...small,
    offers: [{ id: 'o_mug', name: 'Moon mug', text: 'The Moon mug is €38.', price: '€38' }],
  };
  const bare = withoutTeaching(persona);
  expect(bare.facts?.map(({ aliases, nearMisses }) => [aliases?.length, nearMisses])).toEqual(
    small.facts.map(() => [3, undefined]),
  );
  expect(teachingHashOf(bare)).toBe(teachingHashOf(persona));
  const engine = createEmbeddedEngine();
  const classifier = readClassifier(trainPersona(persona).bytes);
  const context = { history: [], displayName: 'Aurora', classifier, relationship: null, awaitsCreator: false, now: 0 };
  for (const message of [small.facts[1]?.aliases?.[5] ?? '', 'how much is the moon mug?', 'thank you so much!'])
    expect(await engine.draft({ ...context, message, persona: bare })).toEqual(
      await engine.draft({ ...context, message, persona }),
    );
});

function startTrainer() {
  const trainer = createTrainer();
  onTestFinished(() => trainer.close());
  return trainer;
}
