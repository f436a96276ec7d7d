import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, inject, onTestFinished, test } from 'vitest';
import type { StoreLocation } from '../../src/store/location.ts';
import { openStore } from '../../src/store/open-store.ts';
import { createMeasures } from '../../src/telemetry/create-measures.ts';
import { createTestDatabase, runSql } from '../support/postgres-database.ts';
import { startWorld } from '../support/world.ts';
import { valueIn } from './support/samples.ts';

test('a store that can be read but not written is not up, as /readyz says (SQLite)', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'understudy-up-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const { judgements, expectUp } = await watched({ kind: 'sqlite', dataDir });
  await expectUp();
  const other = new DatabaseSync(join(dataDir, 'understudy.db'));
  onTestFinished(() => other.close());
  other.exec('BEGIN IMMEDIATE');
  // A check may reuse the previous result for a second.
  await expect.poll(judgements, { interval: 500 }).toEqual({ readyz: 503, storeUp: 0, due: 0 });
  other.exec('ROLLBACK');
  await expectUp();
});

const server = inject('postgresUrl');
test.skipIf(server === null)(
  'a store that can be read but not written is not up, as /readyz says (PostgreSQL)',
  async () => {
    const database = await createTestDatabase(server ?? '');
    onTestFinished(() => database.drop());
    const { judgements, expectUp } = await watched({ kind: 'postgres', url: database.url, poolSize: 2 });
    await expectUp();
    const name = new URL(database.url).pathname.slice(1);
    const setReadOnly = async (isOn: 'on' | 'off') => {
      await runSql(server ?? '', [
        `ALTER DATABASE ${name} SET default_transaction_read_only = ${isOn}`,
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
      ]);
    };
    await setReadOnly('on');
    await expect.poll(judgements, { interval: 500 }).toEqual({ readyz: 503, storeUp: 0, due: 0 });
    await setReadOnly('off');
    await expectUp();
  },
);

async function watched(location: StoreLocation) {
  const store = await openStore(location, { role: 'serve' });
  onTestFinished(() => store.close());
  const measures = createMeasures({ ofProcess: false });
  const openFresh = async () => ({ store, openAt: async () => store, setClock: async () => undefined });
  const world = await startWorld({ kind: location.kind, openFresh }, { watchers: { measures } });
  measures.watchStore({
    check: store.check,
    dueWorkspaces: async () => (await store.workspacesWithDueNotifications({ limit: 500 })).length,
  });
  const judgements = async () => {
    const { status: readyz } = await world.call('GET', '/readyz', { key: null });
    const page = await measures.text();
    return {
      readyz,
      storeUp: valueIn(page, 'understudy_store_up'),
      due: valueIn(page, 'understudy_workspaces_with_due_notifications'),
    };
  };
  const expectUp = () => expect.poll(judgements, { interval: 500 }).toEqual({ readyz: 200, storeUp: 1, due: 0 });
  return { judgements, expectUp };
}
