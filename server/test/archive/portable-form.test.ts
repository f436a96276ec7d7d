import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';
import { portableTables } from '../../src/store/sqlite/portable-tables.ts';
import { freshFolder } from '../cli/support/places.ts';
import { tablesOf } from './support/raw-tables.ts';

/**
 * Columns that a copy need not contain: the store's order of rows, the time it first saw a conversation, and derived
 * data.
 */
const own = [
  'writes.write_id',
  'messages.position',
  'conversations.next_position',
  'conversations.created_at',
  'refused_events.payload',
  ...['workspace_id', 'conversation_id', 'profile_id', 'channel', 'tab', 'urgency', 'since', 'last_at'].map(
    (column) => `inbox_places.${column}`,
  ),
];

test('every column of every table is included in a backup and a move, or is known to be specific to a store', async () => {
  const dataDir = join(freshFolder(), 'data');
  const store = await openStore({ kind: 'sqlite', dataDir }, { role: 'tool' });
  await store.close();
  const db = new DatabaseSync(join(dataDir, 'understudy.db'), { readOnly: true });
  const there = tablesOf(db).flatMap((table) =>
    db
      .prepare(`SELECT name FROM pragma_table_info('${table}')`)
      .all()
      .map(({ name }) => `${table}.${String(name)}`),
  );
  db.close();
  const carried = Object.values(portableTables).flatMap(({ table, columns, isShared }) =>
    [...columns.map(([, column]) => column), ...(isShared ? [] : ['workspace_id'])].map(
      (column) => `${table}.${column}`,
    ),
  );
  expect(new Set([...carried, ...own])).toEqual(new Set(there));
});
