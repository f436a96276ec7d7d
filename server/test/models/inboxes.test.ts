import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { ModelSettings } from '../../src/domain/language-model.ts';
import type { Engine } from '../../src/drafting/engine.ts';
import { shareEngine } from '../../src/drafting/share-engine.ts';
import { createInboxUpkeep } from '../../src/jobs/inbox-upkeep.ts';
import { createLog } from '../../src/lib/log.ts';
import type { Store } from '../../src/store/port.ts';
import { onEachStore } from '../http/support/on-each-store.ts';
import {
  connect,
  conversationOf,
  monthlyReplies,
  onlyDraft,
  received,
  safe,
  take,
  workspaceId,
} from '../store/contract/inbox-steps.ts';
import { importEntries, openWorkspaces } from '../store/contract/open-workspaces.ts';
import { type StoreHarness, sqliteHarness } from '../support/store-harness.ts';
import { obedient, type StubScript } from '../support/stub-model.ts';
import { taughtAtOnce } from '../support/taught-at-once.ts';
import { sampleWorkspace } from '../support/world.ts';
import { openStub } from './support.ts';

const asked = 'do you ship to Brazil?';
const reply = /I ship worldwide/;
const places = { timeoutMs: 5_000, concurrency: 64, concurrencyPerWorkspace: 16 };

/** Creates a connected inbox whose workspace uses a stub model, and upkeep for it. */
async function inboxOver(harness: StoreHarness, settings: Partial<ModelSettings>, ...scripts: StubScript[]) {
  const { stub, engine, logLines } = await openStub(settings, ...scripts);
  const data = await openWorkspaces(harness, { ...sampleWorkspace(workspaceId), drafting: { model: true } });
  const { store } = data;
  await connect(store);
  const upkeep = upkeepOn(store, engine, settings, logLines);
  const counted = async () => {
    const usage = await store.usage({ workspaceId, monthlyReplies });
    return { used: usage?.used, model: usage?.model };
  };
  return { ...data, stub, engine, upkeep, counted, logLines };
}

function upkeepOn(store: Store, engine: Engine, settings: Partial<ModelSettings>, lines: string[] = []) {
  const log = createLog({ level: 'info', destination: { write: (line) => lines.push(line) } });
  const model = { ...places, ...settings };
  return createInboxUpkeep({ store, engine, classifiers: taughtAtOnce(), monthlyReplies, model, pollMs: 50, log });
}

onEachStore(
  'a message of a connected inbox is read by the model that its workspace allows, and counted with its draft',
  async (harness) => {
    const { store, stub, upkeep, counted, logLines } = await inboxOver(harness, {});
    await take(store, received('m1', asked, 1));
    await upkeep.runOnce();
    expect(await onlyDraft(store)).toMatchObject({
      reply: expect.stringMatching(reply),
      itemsUsed: expect.arrayContaining(['f_ship']),
    });
    expect(stub.requests).toHaveLength(1);
    expect(await counted()).toMatchObject({ used: 1, model: { calls: 1, readings: 1, outcomes: { used: 1 } } });
    expect(logLines.join('')).toContain('a model was asked');
    await upkeep.runOnce();
    expect(stub.requests, 'what is drafted is not asked about again').toHaveLength(1);
  },
);

onEachStore('a model that fails leaves a connected inbox with the embedded draft, charged once', async (harness) => {
  const { store, stub, upkeep, counted } = await inboxOver(harness, {}, { kind: 'text', text: 'no form at all' });
  await take(store, received('m1', asked, 1));
  await upkeep.runOnce();
  expect(await onlyDraft(store)).toMatchObject({ reply: expect.stringMatching(reply), riskLevel: 'safe' });
  expect((await onlyDraft(store)).rationale).toContain('The language model was not used because');
  expect(stub.requests).toHaveLength(1);
  expect(await counted()).toMatchObject({ used: 1, model: { calls: 1, outcomes: { schema: 1 } } });
});

onEachStore(
  'a required model that fails leaves the message undrafted and uncharged, and is asked again later',
  async (harness) => {
    const { store, stub, upkeep, counted, setClock } = await inboxOver(
      harness,
      { isRequired: true },
      { kind: 'text', text: 'no form at all' },
      { kind: 'answer', with: obedient },
    );
    await take(store, received('m1', asked, 1));
    await upkeep.runOnce();
    await upkeep.runOnce();
    expect(await store.listDrafts({ workspaceId, limit: 10 })).toEqual([]);
    expect(stub.requests, 'not again at once').toHaveLength(1);
    expect(await counted()).toMatchObject({ used: 0, model: null });
    await setClock(31_000);
    await upkeep.runOnce();
    expect(await onlyDraft(store)).toMatchObject({ reply: expect.stringMatching(reply) });
    expect(stub.requests).toHaveLength(2);
    expect(await counted()).toMatchObject({ used: 1, model: { calls: 1, outcomes: { used: 1 } } });
  },
);

onEachStore('of two processes one asks the model about a message, and one draft is charged', async (harness) => {
  const slowly = { kind: 'answer', with: obedient, afterMs: 400 } as const;
  const { store, stub, engine, upkeep, counted, openAt } = await inboxOver(harness, {}, slowly);
  const other = upkeepOn(await openAt(0), engine, {});
  await take(store, received('m1', asked, 1));
  await Promise.all([upkeep.runOnce(), other.runOnce()]);
  await other.runOnce();
  expect(stub.requests).toHaveLength(1);
  expect(await store.listDrafts({ workspaceId, limit: 10 })).toHaveLength(1);
  expect(await counted()).toMatchObject({ used: 1 });
});

onEachStore('a draft of a killed process is made by the next one when its reservation has expired', async (harness) => {
  // Long enough that the killed process does not give up by itself meanwhile.
  const patient = { timeoutMs: 60_000 };
  const { store, stub, engine, upkeep, counted, setClock } = await inboxOver(harness, patient, { kind: 'silent' });
  await take(store, received('m1', asked, 1));
  void upkeep.runOnce();
  while (stub.requests.length === 0) await delay(5);
  await upkeep.leave();
  stub.behave({ kind: 'answer', with: obedient });
  const next = upkeepOn(store, engine, patient);
  await next.runOnce();
  expect(stub.requests, 'it may still be at work').toHaveLength(1);
  await setClock(66_000);
  await next.runOnce();
  expect(stub.requests).toHaveLength(2);
  expect(await counted()).toMatchObject({ used: 1, model: { calls: 1, outcomes: { used: 1 } } });
});

onEachStore(
  'a message that arrives while the model reads is answered in one draft with the one before',
  async (harness) => {
    const { promise: until, resolve: answerNow } = Promise.withResolvers<void>();
    const { store, stub, upkeep, counted } = await inboxOver(harness, {}, { kind: 'answer', with: obedient, until });
    await take(store, received('m1', asked, 1));
    const first = upkeep.runOnce();
    while (stub.requests.length === 0) await delay(5);
    await take(store, received('m2', 'to Porto Alegre, to be exact', 2));
    answerNow();
    await first;
    await upkeep.runOnce();
    expect((await onlyDraft(store)).messageIds).toEqual(['m1', 'm2']);
    expect(await store.listDrafts({ workspaceId, limit: 10 })).toHaveLength(1);
    const [readsBoth, ...laterReadBoth] = stub.requests.map(({ message }) => message.includes('Porto Alegre'));
    expect(readsBoth).toBe(false);
    expect(new Set(laterReadBoth)).toEqual(new Set([true]));
    expect(await counted()).toMatchObject({ used: 1, model: { outcomes: { used: 1 } } });
  },
);

onEachStore('of two drafts for the same messages one is stored and charged', async (harness) => {
  const { store, counted } = await inboxOver(harness, {});
  await take(store, received('m1', asked, 1));
  const conversationId = await conversationOf(store);
  const base = { conversationId, isForced: false, monthlyReplies };
  const tick = await store.inboxStep({ workspaceId, name: 'tick', input: base });
  if (tick.outcome !== 'task') throw new Error(tick.outcome);
  const { epoch, messageIds } = tick.task;
  const commit = () =>
    store.inboxStep({ workspaceId, name: 'commitDraft', input: { ...base, epoch, messageIds, drafted: safe } });
  expect(await commit()).toMatchObject({ outcome: 'stored' });
  expect(await commit()).toEqual({ outcome: 'changed' });
  expect(await counted()).toMatchObject({ used: 1 });
});

test('drafts of a connected inbox make as many concurrent calls as the model has slots, and other workspaces do not wait for them', async () => {
  const limits = { timeoutMs: 60_000, concurrencyPerWorkspace: 3 };
  const { store, stub, upkeep, counted, setClock } = await inboxOver(sqliteHarness(), limits, {
    kind: 'silent',
  });
  await importEntries(store, sampleWorkspace('ws_other'));
  await connect(store, { connectionId: 'con_other', channel: 'other' });
  await take(store, ...Array.from({ length: 7 }, (_, index) => received('m1', asked, 1, `t${index}`)));
  const events = [received('m1', asked, 1)];
  const input = { connectionId: 'con_other', events, refused: [], retentionMs: null };
  await store.inboxStep({ workspaceId: 'ws_other', name: 'takeEvents', input });
  upkeep.start();
  const draftsOf = async (id: string) => (await store.listDrafts({ workspaceId: id, limit: 20 })).length;
  while ((await draftsOf('ws_other')) === 0 || stub.requests.length < 3) await delay(10);
  expect(await draftsOf(workspaceId), 'none of those that the model reads').toBe(0);
  await upkeep.leave();
  expect(stub.requests).toHaveLength(3);

  const again = await openStub(limits, { kind: 'answer', with: obedient, afterMs: 50 });
  await setClock(66_000);
  const next = upkeepOn(store, again.engine, limits);
  while ((await draftsOf(workspaceId)) < 7) await next.runOnce();
  expect(again.stub.requests).toHaveLength(7);
  expect(again.stub.busiest()).toBeLessThanOrEqual(3);
  expect(await counted()).toMatchObject({ used: 7, model: { calls: 7 } });
});

test('while a draft waits for its model, drafts of other workspaces have their turns of the engine', async () => {
  const { promise: until, resolve: answerNow } = Promise.withResolvers<void>();
  const { stub, engine } = await openStub({}, { kind: 'answer', with: obedient, until });
  const shared = shareEngine(engine);
  const [profile] = sampleWorkspace('ws_any').profiles ?? [];
  const persona = profile?.persona ?? {};
  const base = { message: asked, history: [], displayName: 'Aurora Lane', persona, relationship: null } as const;
  const input = { ...base, awaitsCreator: false, now: Date.now() };
  const permission = { workspaceId: 'ws_read', isWanted: () => true };
  const order: string[] = [];
  const read = Promise.resolve(shared.draft({ ...input, workspaceId: 'ws_read' }, permission)).then(({ modelUse }) => {
    order.push(`read ${modelUse?.outcome}`);
  });
  while (stub.requests.length === 0) await delay(5);
  await shared.draft({ ...input, workspaceId: 'ws_plain' });
  order.push('plain');
  answerNow();
  await read;
  expect(order).toEqual(['plain', 'read used']);
  expect(shared.waiting()).toBe(0);
});
