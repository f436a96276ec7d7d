import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';
import { onBothStores, type Place } from '../cli/support/places.ts';
import { connect, monthlyReplies, received, take, workspaceId } from '../store/contract/inbox-steps.ts';
import { importEntries } from '../store/contract/open-workspaces.ts';
import { serveInside } from '../support/service-inside.ts';
import { startService } from '../support/service-process.ts';
import { obedient, startStubModel } from '../support/stub-model.ts';
import { storeClassifier } from '../support/taught-at-once.ts';
import { sampleWorkspace } from '../support/world.ts';

const threads = 6;
/** On a busy machine, a shorter one ends for the first threads before the last has asked. */
const timeoutMs = 12_000;

onBothStores((fresh) => {
  test('drafts for a connected inbox that kill -9 interrupts while the model works are created by the next process, each charged once', async () => {
    const place = await fresh();
    const location = locationOf(place);
    const stub = await startStubModel({ kind: 'silent' });
    onTestFinished(() => stub.close());
    const store = await openStore(location, { role: 'tool' });
    await importEntries(store, { ...sampleWorkspace(workspaceId), drafting: { model: true } });
    await storeClassifier(store, { workspaceId, profileId: 'prof_aurora' });
    await connect(store);
    const ids = Array.from({ length: threads }, (_, index) => `t${index}`);
    await take(store, ...ids.map((id) => received('m1', 'do you ship to Brazil?', 1, id)));
    await store.close();

    const env = {
      ...place,
      UNDERSTUDY_MODEL: 'openai-compatible:stub',
      UNDERSTUDY_MODEL_BASE_URL: stub.baseUrl,
      UNDERSTUDY_MODEL_TIMEOUT_MS: String(timeoutMs),
    };
    const first = await startService(env);
    onTestFinished(() => first.kill());
    while (stub.requests.length < threads) await delay(10);
    await first.kill();
    stub.behave({ kind: 'answer', with: obedient });
    const second = await serveInside(env);
    onTestFinished(async () => void (await second.stop()));

    const looking = await openStore(location, { role: 'tool' });
    onTestFinished(() => looking.close());
    const draftsNow = () => looking.listDrafts({ workspaceId, limit: 100 });
    while ((await draftsNow()).length < threads) await delay(50);
    expect(await second.stop()).toBe(0);
    const drafts = await draftsNow();
    expect(drafts).toHaveLength(threads);
    expect(new Set(drafts.map(({ conversationId }) => conversationId)).size).toBe(threads);
    expect(drafts.every(({ reply }) => reply.includes('I ship worldwide'))).toBe(true);
    expect(stub.requests, 'once before the kill, once after it').toHaveLength(2 * threads);
    const usage = await looking.usage({ workspaceId, monthlyReplies });
    expect(usage).toMatchObject({ used: threads, model: { calls: threads, outcomes: { used: threads } } });
  });
});

function locationOf({ DATABASE_URL: url, UNDERSTUDY_DATA_DIR: dataDir = '' }: Place) {
  return url === undefined ? ({ kind: 'sqlite', dataDir } as const) : ({ kind: 'postgres', url, poolSize: 2 } as const);
}
