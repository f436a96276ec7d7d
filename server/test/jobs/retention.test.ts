import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { createRetention } from '../../src/jobs/retention.ts';
import { StoreUnavailable } from '../../src/lib/errors.ts';
import { createId } from '../../src/lib/ids.ts';
import type { Store } from '../../src/store/port.ts';
import { onEachStore } from '../http/support/on-each-store.ts';
import { createWorkspace } from './support/handoffs.ts';
import { readableLog } from './support/samples.ts';

async function storeDraft(store: Store, workspaceId: string, isSettled: boolean): Promise<void> {
  const lease = {
    workspaceId,
    operation: 'draft',
    idempotencyKey: createId('draft'),
    leaseToken: createId('lease'),
  } as const;
  const retentionMs = 3_600_000;
  await store.admitDraft({
    ...lease,
    inputHash: createHash('sha256').update(lease.idempotencyKey).digest('hex'),
    leaseMs: 30_000,
    retentionMs,
    profileId: 'prof_aurora',
    conversationId: null,
    monthlyReplies: { creator: 10, studio: 10, agency: 10 },
    knownRevision: null,
  });
  if (isSettled) await store.settleDraft({ ...lease, response: '{"ok":true}', trace: '{}', retentionMs });
}

onEachStore('expired data is purged, and nothing earlier', async (harness) => {
  const { store, openAt } = await harness.openFresh();
  const { workspaceId } = await createWorkspace(store);
  await storeDraft(store, workspaceId, true);
  await storeDraft(store, workspaceId, false);
  const { log } = readableLog();
  expect(await createRetention({ store, log }).runOnce()).toEqual({ responses: 0, leases: 0 });
  expect(await createRetention({ store: await openAt(120_000), log }).runOnce()).toEqual({ responses: 0, leases: 1 });
  expect(await createRetention({ store: await openAt(3_700_000), log }).runOnce()).toMatchObject({
    responses: expect.any(Number),
    leases: 0,
  });
  expect(await createRetention({ store: await openAt(3_700_000), log }).runOnce()).toEqual({ responses: 0, leases: 0 });
});

onEachStore('once started it purges again and again, past failures, until it is stopped', async (harness) => {
  const { store } = await harness.openFresh();
  const { log, lines } = readableLog();
  let purges = 0;
  const counted: Pick<Store, 'purge' | 'expire' | 'expireAudit' | 'expireInbox' | 'expirePages'> = {
    expire: store.expire,
    expireAudit: store.expireAudit,
    expireInbox: store.expireInbox,
    expirePages: store.expirePages,
    purge: async () => {
      purges += 1;
      if (purges === 2) throw new StoreUnavailable('away');
      return store.purge();
    },
  };
  const retention = createRetention({ store: counted, log, intervalMs: 20 });
  retention.start();
  await expect.poll(() => purges).toBeGreaterThan(3);
  await Promise.all([retention.stop(), retention.stop()]);
  const atStop = purges;
  await delay(100);
  expect(purges).toBe(atStop);
  expect(lines.filter((line) => line.includes('old data could not be removed'))).toHaveLength(1);
});
