import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { createModelEngine } from '../../src/drafting/model/create-model-engine.ts';
import { createReadingCache } from '../../src/drafting/model/reading-cache.ts';
import type { Reading } from '../../src/drafting/model/reading-form.ts';
import { reliability, replaceReliability } from '../../src/drafting/model/reliability.ts';
import { createLog } from '../../src/lib/log.ts';
import { createLanguageModel } from '../../src/models/create-language-model.ts';
import { onEachStore } from '../http/support/on-each-store.ts';
import { sqliteHarness } from '../support/store-harness.ts';
import { obedient, readingOf, startStubModel } from '../support/stub-model.ts';
import { taughtAtOnce } from '../support/taught-at-once.ts';
import { sampleWorkspace, startWorld, type World } from '../support/world.ts';
import { valueIn } from '../telemetry/support/samples.ts';
import { believesChecks, graded } from './asking-for-checks.ts';
import { bothItems } from './failing-models.ts';
import { originOf, reading } from './sample-readings.ts';
import { openStub, settingsFor } from './support.ts';

const harness = sqliteHarness();
const workspace = { drafting: { model: true } };
const inThread = { conversationId: 'conv_maya' };
const cached = { cachedReadings: 100 };

async function traceOf(world: World, idempotencyKey: string) {
  return JSON.parse((await world.store.draftTrace({ workspaceId: world.workspaceId, idempotencyKey })) ?? '{}');
}

onEachStore(
  'the model reads the same message of a thread once, and a kept reading gives the same decision and counts as no question',
  async (ownHarness) => {
    const { stub, engine, measures } = await openStub(cached);
    const world = await startWorld(ownHarness, { engine, classifiers: taughtAtOnce, workspace });
    const keys = [randomUUID(), randomUUID()] as const;
    const first = await world.draft(inThread, { idempotencyKey: keys[0] });
    const again = await world.draft(inThread, { idempotencyKey: keys[1] });
    expect(first.body.decision).toMatchObject({ riskLevel: 'safe' });
    expect(again.body).toEqual(first.body);
    expect(stub.requests).toHaveLength(1);
    const [fresh, kept] = [await traceOf(world, keys[0]), await traceOf(world, keys[1])];
    expect(kept.model.reading).toEqual(fresh.model.reading);
    expect(fresh.model.isCached).toBeUndefined();
    expect(kept.model).toMatchObject({ isCached: true, calls: 0, readings: 0, inputTokens: 0 });
    const { used, totals } = (await world.usage()).body.usage;
    expect(used).toBe(2);
    expect(totals.model).toMatchObject({ calls: 1, readings: 1, inputTokens: 700, outcomes: { used: 2 } });
    expect(valueIn(await measures.text(), 'understudy_model_cached_readings_total')).toBe(1);
  },
);

test('no reading is kept unless the settings ask for it, and none of a message that belongs to no conversation', async () => {
  const off = await openStub();
  const without = await startWorld(harness, { engine: off.engine, classifiers: taughtAtOnce, workspace });
  for (let turn = 0; turn < 2; turn += 1) await without.draft(inThread);
  expect(off.stub.requests).toHaveLength(2);
  const on = await openStub(cached);
  const world = await startWorld(harness, { engine: on.engine, classifiers: taughtAtOnce, workspace });
  for (let turn = 0; turn < 2; turn += 1) await world.draft({ history: [{ body: 'hi!' }] });
  expect(on.stub.requests).toHaveLength(2);
  expect(on.readings.size()).toBe(0);
});

onEachStore(
  'the model reads a message again in another workspace or conversation, after another thread, and for a changed persona',
  async (ownHarness) => {
    const { stub, engine } = await openStub(cached);
    const world = await startWorld(ownHarness, { engine, classifiers: taughtAtOnce, workspace });
    const { workspaceId } = world;
    const [maya] = sampleWorkspace(workspaceId).conversations ?? [];
    if (maya === undefined) throw new Error('the sample has no conversation');
    const importChange = (change: object, id = workspaceId) =>
      world.importDocument({ workspaces: [{ id, name: 'Aurora Lane', plan: 'agency', ...change }] });
    const asks = async (callOptions = {}, conversationId = 'conv_maya', more = {}) => {
      const before = stub.requests.length;
      expect((await world.draft({ conversationId, ...more }, callOptions)).status).toBe(200);
      return stub.requests.length - before;
    };
    expect([await asks(), await asks()]).toEqual([1, 0]);
    expect(await asks({}, 'conv_maya', { message: 'do you ship to Brazil? ' }), 'another message').toBe(1);

    await importChange({ conversations: [{ ...maya, id: 'conv_twin', contact: { handle: '@noa' } }] });
    expect(await asks({}, 'conv_twin'), 'another contact with the same words').toBe(1);

    const theirs = { ...sampleWorkspace('ws_other'), ...workspace };
    await world.importDocument({ workspaces: [theirs] });
    const { key } = await world.createKey({ workspaceId: 'ws_other' });
    expect(await asks({ key }), 'another workspace').toBe(1);
    expect(await asks(), 'the first reading is still there').toBe(0);

    const later = { direction: 'inbound' as const, body: 'hello again', sentAt: '2026-01-02T10:00:00Z' };
    await importChange({ conversations: [{ ...maya, messages: [later] }] });
    expect([await asks(), await asks()], 'another message in the thread').toEqual([1, 0]);

    await importChange({ profiles: [{ id: 'prof_aurora', displayName: 'Aurora L.' }] });
    expect([await asks(), await asks()], 'another revision of the persona').toEqual([1, 0]);
  },
);

test('another model does not get the readings of the one before it', async () => {
  const readings = createReadingCache(100);
  const stub = await startStubModel();
  onTestFinished(() => stub.close());
  const engineOf = (name: string) =>
    createModelEngine({
      model: createLanguageModel({ ...settingsFor(stub), name }, createLog({ level: 'silent' })),
      readings,
    });
  const engines = { current: engineOf('small') };
  const engine = {
    name: 'model',
    draft: (...all: Parameters<typeof engines.current.draft>) => engines.current.draft(...all),
  };
  const world = await startWorld(harness, { engine, classifiers: taughtAtOnce, workspace });
  for (let turn = 0; turn < 2; turn += 1) await world.draft(inThread);
  expect(stub.requests).toHaveLength(1);
  engines.current = engineOf('large');
  for (let turn = 0; turn < 2; turn += 1) await world.draft(inThread);
  expect(stub.requests).toHaveLength(2);
});

test('a failed reading is not kept; a good one is, even if the check after it fails', async () => {
  const committed = reliability();
  replaceReliability(believesChecks(committed));
  onTestFinished(() => replaceReliability(committed));
  const { stub, engine } = await openStub(
    { ...cached, isRequired: true },
    { kind: 'text', text: 'prose' },
    { kind: 'answer', with: bothItems },
  );
  const world = await startWorld(harness, { engine, classifiers: taughtAtOnce, workspace });
  expect((await world.draft(inThread)).status).toBe(503);
  for (const message of graded) {
    await world.draft({ ...inThread, message });
    if (stub.requests.at(-1)?.form !== 'check') continue;
    // The stub answered the check with a reading, so that draft failed. Its repeat asks only for the check.
    const asked = stub.requests.length;
    stub.behave({
      kind: 'answer',
      with: (request) => (request.form === 'check' ? obedient(request) : bothItems(request)),
    });
    expect((await world.draft({ ...inThread, message })).status).toBe(200);
    expect(new Set(stub.requests.slice(asked).map(({ form }) => form))).toEqual(new Set(['check']));
    stub.behave({ kind: 'answer', with: bothItems });
    const before = stub.requests.length;
    await world.draft(inThread);
    expect(stub.requests[before]?.form, 'the failed reading is asked again').toBe('reading');
    return;
  }
  throw new Error('none of the graded messages leads to a check: add others to the list');
});

test('the readings used last are kept, as many as the settings say, for at most 15 minutes', () => {
  let nowMs = 0;
  const readings = createReadingCache(2, () => nowMs);
  const [a, b, c] = ['a', 'b', 'c'].map((message) => originOf({ message }));
  if (!(a && b && c)) throw new Error('no origins');
  readings.keep(a, reading);
  readings.keep(b, reading);
  expect(readings.recall(a)).toEqual(reading);
  readings.keep(c, reading);
  expect([a, b, c].map((origin) => readings.recall(origin) !== null)).toEqual([true, false, true]);
  nowMs = 15 * 60_000 - 1;
  expect(readings.recall(a)).toEqual(reading);
  nowMs += 1;
  expect(readings.recall(a), '15 minutes after it was read').toBeNull();
  readings.conversations();
  expect(readings.size(), 'also what nobody asked for').toBe(0);
});

test.each(['workspaceId', 'profileId', 'revision', 'conversationId', 'model', 'message', 'prompt'] as const)(
  'a reading of another %s is never used',
  (part) => {
    const readings = createReadingCache(100);
    readings.keep(originOf({}), reading);
    expect(readings.recall(originOf({}))).toEqual(reading);
    expect(readings.recall(originOf({ [part]: 'another' }))).toBeNull();
    expect(readings.recall(originOf({ sentAt: [2] })), 'a thread that began again').toBeNull();
  },
);

test('a kept reading contains positions and ids, and no word of the message', async () => {
  const { engine, readings } = await openStub(cached, {
    kind: 'answer',
    with: (request) => readingOf(request, ['f_ship']),
  });
  const world = await startWorld(harness, { engine, classifiers: taughtAtOnce, workspace });
  const kept: Reading[] = [];
  const keep = readings.keep;
  readings.keep = (origin, each) => {
    kept.push(each);
    keep(origin, each);
  };
  await world.draft({ ...inThread, message: 'do you ship to Xaverinda?' });
  expect(kept).toHaveLength(1);
  expect(JSON.stringify(kept)).toContain('f_ship');
  expect(JSON.stringify(kept)).not.toContain('Xaverinda');
});
