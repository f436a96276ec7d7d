import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, inject, onTestFinished, test } from 'vitest';
import type { StoreLocation } from '../../src/store/location.ts';
import { openStore } from '../../src/store/open-store.ts';
import { freshFolder } from '../cli/support/places.ts';
import { createTestDatabase, runSql } from '../support/postgres-database.ts';
import { importEntries } from './contract/open-workspaces.ts';
import { workspaceEntry } from './contract/workspace-entry.ts';

const place = { workspaceId: 'ws_aurora', profileId: 'prof_aurora' };
const server = inject('postgresUrl');

test('deleting a profile also deletes its phrases and classifier (SQLite)', async () => {
  const dataDir = join(freshFolder(), 'data');
  await expectGone({ kind: 'sqlite', dataDir }, async () => {
    const db = new DatabaseSync(join(dataDir, 'understudy.db'));
    db.exec('DELETE FROM profiles');
    db.close();
  });
});

test.skipIf(server === null)('deleting a profile also deletes its phrases and classifier (PostgreSQL)', async () => {
  const database = await createTestDatabase(server ?? '');
  onTestFinished(() => database.drop());
  await expectGone({ kind: 'postgres', url: database.url, poolSize: 1 }, () =>
    runSql(database.superuserUrl, ['DELETE FROM understudy.profiles']),
  );
});

async function expectGone(location: StoreLocation, deleteProfiles: () => Promise<void>): Promise<void> {
  const store = await openStore(location, { role: 'tool' });
  onTestFinished(() => store.close());
  const entry = workspaceEntry({ conversations: [] });
  await importEntries(store, entry);
  const phrase = { itemId: 'f_ship', kind: 'alias', text: 'one', source: 'model', conversationId: null } as const;
  await store.suggestPhrases({ ...place, phrases: [phrase] });
  await store.keepClassifier({ ...place, hash: 'kept', bytes: Uint8Array.of(1) });
  await deleteProfiles();
  await importEntries(store, entry);
  expect(await store.profile(place)).not.toBeNull();
  expect([await store.classifier(place), await store.taughtPhrases(place)]).toEqual([null, []]);
}
