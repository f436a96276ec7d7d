import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createConnectionVerbs } from '../../src/admin/inboxes/connection-verbs.ts';
import { createHookLine } from '../../src/http/hook-line.ts';
import { createSealer } from '../../src/lib/sealing.ts';
import type { Store } from '../../src/store/port.ts';
import { received } from '../connections/support/open-inbox.ts';
import { postHook } from '../connections/support/signed.ts';
import { sqliteHarness } from '../support/store-harness.ts';
import { sampleWorkspace, startWorld } from '../support/world.ts';

const harness = sqliteHarness();
const leastInLine = 16;

test('a receiver takes no more deliveries while 16 are unanswered and the oldest has waited for over three seconds', async () => {
  let nowMs = 0;
  const line = createHookLine(() => nowMs);
  const ends: (() => void)[] = [];
  const enter = (receiverId: string) => line.run(receiverId, () => new Promise<void>((resolve) => ends.push(resolve)));
  const all = [enter('rcv_one')];
  nowMs = 900;
  for (let count = 2; count < leastInLine; count += 1) all.push(enter('rcv_one'));
  nowMs = 3_500;
  expect(line.tooLongMs('rcv_one')).toBe(null);
  all.push(enter('rcv_one'));
  expect([line.tooLongMs('rcv_one'), line.tooLongMs('rcv_two')]).toEqual([3_500, null]);
  ends.shift()?.();
  await all[0];
  all.push(enter('rcv_one'));
  expect(line.tooLongMs('rcv_one')).toBe(null);
  nowMs = 4_000;
  expect(line.tooLongMs('rcv_one')).toBe(3_100);
  for (const end of ends) end();
  await Promise.all(all);
  expect(line.tooLongMs('rcv_one')).toBe(null);
});

test('a receiver takes no more deliveries than it answers in three seconds at its recent pace', async () => {
  let nowMs = 0;
  const line = createHookLine(() => nowMs);
  const ends: (() => void)[] = [];
  const all = Array.from({ length: 40 }, () =>
    line.run('rcv_one', () => new Promise<void>((resolve) => ends.push(resolve))),
  );
  const endAfter = async (gapMs: number) => {
    nowMs += gapMs;
    ends.shift()?.();
    await new Promise(setImmediate);
  };
  for (let count = 0; count < 8; count += 1) await endAfter(10);
  expect(line.tooLongMs('rcv_one')).toBe(null);
  for (let count = 0; count < 8; count += 1) await endAfter(1_000);
  expect(line.tooLongMs('rcv_one')).toBeGreaterThan(3_000);
  for (const end of ends) end();
  await Promise.all(all);
});

test('a flooded receiver refuses deliveries unread, with the time to return; their repeats are stored once, and other workspaces draft meanwhile', async () => {
  const held: (() => void)[] = [];
  let isHeld = true;
  const wrapStore = (store: Store): Store => ({
    ...store,
    async inboxStep(step) {
      if (isHeld && step.name === 'takeEvents') await new Promise<void>((resolve) => held.push(resolve));
      return store.inboxStep(step);
    },
  });
  const sealer = createSealer([Buffer.alloc(32, 7)]);
  const world = await startWorld(harness, { wrapStore, watchers: { sealer } });
  const verbs = createConnectionVerbs({ store: world.store, sealer, baseUrl: world.url });
  const made = await verbs.create({ workspaceId: world.workspaceId, profileId: 'prof_aurora', kind: 'generic' });
  await world.importDocument({ workspaces: [sampleWorkspace('ws_quiet')] });
  const quiet = await world.createKey({ workspaceId: 'ws_quiet' });
  const [url, secret] = [made.receiverUrl ?? '', made.secret ?? ''];
  const waiting = Array.from({ length: leastInLine }, (_, index) =>
    postHook(url, { events: [received(`m${index}`, 'hi')] }, { secret }),
  );
  while (held.length < leastInLine) await sleep(5);
  await sleep(3_050);
  const late = { events: [received('late', 'hi')] };
  for (const payload of [late, 'not JSON']) {
    const refused = await postHook(url, payload, { secret });
    expect([refused.status, refused.body.error]).toEqual([503, 'service_unavailable']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(4);
  }
  const forged = await postHook(url, late, { secret: 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX' });
  expect(forged.body.error, 'only a verified sender learns of the flood').toBe('hook_signature_invalid');
  expect((await world.draft({}, { key: quiet.key })).status).toBe(200);
  isHeld = false;
  for (const release of held) release();
  const outcomes = (await Promise.all(waiting)).map(({ body }) => body.results?.[0]?.outcome);
  expect(new Set(outcomes)).toEqual(new Set(['stored']));
  for (const outcome of ['stored', 'duplicate']) {
    expect((await postHook(url, late, { secret })).body.results?.[0]?.outcome).toBe(outcome);
  }
});
