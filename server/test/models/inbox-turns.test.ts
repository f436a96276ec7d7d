import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { InboxEvent } from '../../src/domain/inbox/event.ts';
import { createInboxUpkeep } from '../../src/jobs/inbox-upkeep.ts';
import { createModelTurns } from '../../src/jobs/model-turns.ts';
import { createLog } from '../../src/lib/log.ts';
import type { Store } from '../../src/store/port.ts';
import { onEachStore } from '../http/support/on-each-store.ts';
import { connect, monthlyReplies, received, workspaceId } from '../store/contract/inbox-steps.ts';
import { openWorkspaces } from '../store/contract/open-workspaces.ts';
import type { StoreHarness } from '../support/store-harness.ts';
import { obedient, type StubScript } from '../support/stub-model.ts';
import { taughtAtOnce } from '../support/taught-at-once.ts';
import { sampleWorkspace } from '../support/world.ts';
import { openStub } from './support.ts';

/** Creates two workspaces that use a stub model, each with a connected inbox, and upkeep with few slots. */
async function twoInboxes(harness: StoreHarness, limits: { total: number; perWorkspace: number }, script: StubScript) {
  const { stub, engine } = await openStub({ timeoutMs: 60_000 }, script);
  const withModel = (id: string) => ({ ...sampleWorkspace(id), drafting: { model: true } });
  const { store } = await openWorkspaces(harness, withModel(workspaceId), withModel('ws_other'));
  await connect(store);
  await connect(store, { connectionId: 'con_other', channel: 'other' });
  const upkeep = createInboxUpkeep({
    store,
    engine,
    classifiers: taughtAtOnce(),
    monthlyReplies,
    model: { timeoutMs: 60_000, concurrency: limits.total, concurrencyPerWorkspace: limits.perWorkspace },
    pollMs: 20,
    log: createLog({ level: 'silent' }),
  });
  onTestFinished(() => upkeep.leave());
  return { store, stub, upkeep };
}

function takeIn(store: Store, id: string, connectionId: string, events: readonly InboxEvent[]) {
  const input = { connectionId, events, refused: [], retentionMs: null };
  return store.inboxStep({ workspaceId: id, name: 'takeEvents', input });
}

/** Waits until threads of both workspaces are due, not only of the one whose messages came first. */
async function bothAreDue(store: Store): Promise<void> {
  while ((await store.workspacesWithWakingThreads({ limit: 5 })).length < 2) await delay(10);
}

const ask = (count: number, body: string) =>
  Array.from({ length: count }, (_, index) => received('m1', body, index, `t${index}`));

const first = 'do you ship to Brazil?';
const second = 'do you ship to Peru?';

onEachStore('workspaces that each want every place of the model have as many drafts in progress', async (harness) => {
  const { store, stub, upkeep } = await twoInboxes(harness, { total: 4, perWorkspace: 4 }, { kind: 'silent' });
  await takeIn(store, workspaceId, 'con_ig', ask(12, first));
  await takeIn(store, 'ws_other', 'con_other', ask(12, second));
  await bothAreDue(store);
  upkeep.start();
  while (stub.requests.length < 4) await delay(10);
  expect(stub.requests.map(({ message }) => message).sort()).toEqual([first, first, second, second]);
});

onEachStore(
  'a place that falls free goes to the workspace that waited longest, not to the longest line',
  async (harness) => {
    const script = { kind: 'answer', with: obedient, afterMs: 50 } as const;
    const { store, stub, upkeep } = await twoInboxes(harness, { total: 1, perWorkspace: 1 }, script);
    await takeIn(store, workspaceId, 'con_ig', ask(12, first));
    await takeIn(store, 'ws_other', 'con_other', ask(2, second));
    await bothAreDue(store);
    upkeep.start();
    while (stub.requests.length < 5) await delay(10);
    const order = stub.requests.slice(0, 4).map(({ message }) => message);
    expect([order.slice(0, 2).sort(), order.slice(2).sort()]).toEqual([
      [first, second],
      [first, second],
    ]);
  },
);

onEachStore(
  'a crisis in a locked thread is reported while 20 threads before it wait for the model',
  async (harness) => {
    const { store, stub, upkeep } = await twoInboxes(harness, { total: 4, perWorkspace: 1 }, { kind: 'silent' });
    await takeIn(store, workspaceId, 'con_ig', ask(20, first));
    const own = { type: 'message.sent', messageId: 's1', body: 'Good morning!', sentAt: received('s', '', 60).sentAt };
    await takeIn(store, workspaceId, 'con_ig', [
      received('m1', 'hello', 50, 'locked'),
      { ...own, type: 'message.sent', id: 'e_s1', threadId: 'locked' },
      received('m2', 'I want to kill myself tonight', 70, 'locked'),
    ]);
    upkeep.start();
    const notified = async () => (await store.listNotifications({ workspaceId, limit: 10 })).map(({ type }) => type);
    await expect.poll(notified, { timeout: 50_000 }).toEqual(['handoff.created']);
    expect(stub.requests).toHaveLength(1);
  },
);

test('in a round the free slots are shared equally, and a workspace with drafts in progress goes last', () => {
  const turns = createModelTurns({ concurrency: 4, concurrencyPerWorkspace: 4 });
  expect(turns.round(['a', 'b'])).toEqual(['a', 'b']);
  const leaves = ['a', 'a'].map((id) => turns.take(id));
  expect([turns.isFree('a'), turns.isFree('b')]).toEqual([false, true]);
  expect(turns.round(['a', 'b', 'c'])).toEqual(['b', 'c', 'a']);
  for (const leave of leaves) leave?.();
  expect(turns.round(['a', 'b', 'c'])).toEqual(['b', 'c', 'a']);
  expect(turns.isFree('a')).toBe(true);
  for (const id of ['b', 'b', 'c', 'c']) turns.take(id);
  expect([turns.isFree('a'), turns.take('a')]).toEqual([false, null]);
});

test('a slot that becomes free in the middle of a round waits for the next one, where the longest wait comes first', () => {
  const turns = createModelTurns({ concurrency: 1 });
  turns.round(['a', 'b']);
  const leave = turns.take('a');
  expect(turns.round(['a', 'b'])).toEqual(['b', 'a']);
  expect(turns.isFree('b')).toBe(false);
  leave?.();
  expect(turns.isFree('a')).toBe(false);
  expect(turns.round(['a', 'b'])).toEqual(['b', 'a']);
  expect(turns.isFree('b')).toBe(true);
});
