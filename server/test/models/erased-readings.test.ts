import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { eraseContact } from '../../src/admin/erase-contact.ts';
import { createReadingCache } from '../../src/drafting/model/reading-cache.ts';
import { createForgetReadings } from '../../src/jobs/forget-readings.ts';
import { bringIn, onBothStores } from '../cli/support/places.ts';
import { runInside } from '../cli/support/understudy.ts';
import { onEachStore } from '../http/support/on-each-store.ts';
import { serveInside } from '../support/service-inside.ts';
import { sqliteHarness } from '../support/store-harness.ts';
import { startStubModel } from '../support/stub-model.ts';
import { taughtAtOnce } from '../support/taught-at-once.ts';
import { sampleWorkspace, startWorld } from '../support/world.ts';
import { originOf, reading } from './sample-readings.ts';
import { openStub } from './support.ts';

const harness = sqliteHarness();
const workspace = { drafting: { model: true } };
const inThread = { conversationId: 'conv_maya' };
const cached = { cachedReadings: 100 };

onEachStore(
  'an erased contact leaves no reading in any process, and the readings of others stay',
  async (ownHarness) => {
    const [one, other] = [await openStub(cached), await openStub(cached)];
    const world = await startWorld(ownHarness, { engine: one.engine, classifiers: taughtAtOnce, workspace });
    const { workspaceId, store } = world;
    const noa = { id: 'conv_noa', profileId: 'prof_aurora', contact: { handle: '@noa' }, messages: [] };
    await world.importDocument({
      workspaces: [{ id: workspaceId, name: 'Aurora Lane', plan: 'agency', conversations: [noa] }],
    });
    for (const conversationId of ['conv_maya', 'conv_noa']) await world.draft({ conversationId });
    const secondProcess = await world.openAt(0);
    other.readings.keep(originOf({ workspaceId, conversationId: 'conv_maya' }), reading);
    const checks = [
      createForgetReadings({ store, readings: one.readings }),
      createForgetReadings({ store: secondProcess, readings: other.readings }),
    ];
    await Promise.all(checks.map(({ runOnce }) => runOnce()));
    expect([one.readings.size(), other.readings.size()], 'nothing is forgotten before').toEqual([2, 1]);

    await eraseContact(await world.openAt(0), { workspaceId, contact: '@maya', conversationIds: [], dryRun: false });
    await Promise.all(checks.map(({ runOnce }) => runOnce()));
    expect([one.readings.size(), other.readings.size()]).toEqual([1, 0]);
    const asked = one.stub.requests.length;
    await world.draft({ conversationId: 'conv_noa' });
    expect(one.stub.requests).toHaveLength(asked);
  },
);

onBothStores((fresh) => {
  test('a service keeps readings if its settings ask for it, and forgets those of a contact that a command erases', async () => {
    const stub = await startStubModel();
    const workspaceId = 'ws_kept';
    const env = {
      ...(await fresh()),
      UNDERSTUDY_MODEL: 'openai-compatible:stub',
      UNDERSTUDY_MODEL_BASE_URL: stub.baseUrl,
      UNDERSTUDY_MODEL_CACHED_READINGS: '10',
    };
    const document = { workspaces: [{ ...sampleWorkspace(workspaceId), ...workspace }] };
    await bringIn(env, document);
    const { key } = (
      await runInside(['keys', 'create', '-w', workspaceId, '-n', 'kept', '-s', 'all', '--json'], env)
    ).json();
    const service = await serveInside(env);
    onTestFinished(async () => {
      await service.stop();
      await stub.close();
    });
    const draft = async () => {
      const response = await fetch(`${service.url}/api/v1/agent/draft`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          'idempotency-key': randomUUID(),
        },
        body: JSON.stringify({ profileId: 'prof_aurora', message: 'do you ship to Brazil?', ...inThread }),
      });
      return response.status;
    };
    expect([await draft(), await draft()]).toEqual([200, 200]);
    expect(stub.requests).toHaveLength(1);
    // The service checks every five seconds, and on a busy machine later. After that, not even the same conversation
    // with the same times is known.
    for (const waitMs of [7_500, 15_000, 30_000, 60_000]) {
      const erased = await runInside(['contacts', 'erase', '-w', workspaceId, '--contact', '@maya'], env);
      expect(erased.code).toBe(0);
      expect(await draft()).toBe(404);
      await delay(waitMs);
      await bringIn(env, document);
      expect(await draft()).toBe(200);
      if (stub.requests.length > 1) break;
    }
    expect(stub.requests).toHaveLength(2);
  });
});

test('a serving process forgets by itself, and keeps nothing while it cannot reach its store', async () => {
  const { store } = await harness.openFresh();
  const readings = createReadingCache(100);
  const forgetting = createForgetReadings({ store, readings, intervalMs: 20 });
  onTestFinished(() => forgetting.stop());
  forgetting.start();
  readings.keep(originOf({}), reading);
  await expect.poll(() => readings.size()).toBe(0);
  await forgetting.stop();
  await store.close();
  readings.keep(originOf({}), reading);
  await forgetting.runOnce();
  expect(readings.size()).toBe(0);
});
