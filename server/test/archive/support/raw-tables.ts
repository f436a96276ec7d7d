import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';

/** Columns that differ between two copies of the same data, because they depend on the store or the time. */
const own: Readonly<Record<string, readonly string[]>> = {
  writes: ['write_id', 'period'],
  messages: ['position'],
  conversations: ['created_at', 'next_position'],
};

/**
 * Returns every row of every table in a data folder as SQLite returns it, without store-specific columns. Messages are
 * in the order in which a draft reads them.
 */
export function rawTables(dataDir: string): Record<string, unknown[]> {
  const db = new DatabaseSync(join(dataDir, 'understudy.db'), { readOnly: true });
  try {
    return Object.fromEntries(
      tablesOf(db).map((table) => {
        const order = table === 'messages' ? 'ORDER BY workspace_id, conversation_id, sent_at, position' : '';
        const rows = db.prepare(`SELECT * FROM ${table} ${order}`).all();
        const plain = rows.map((row) => withSortedJson(without(row, own[table] ?? [])));
        return [table, table === 'messages' ? plain : plain.toSorted()];
      }),
    );
  } finally {
    db.close();
  }
}

/**
 * Returns every value in every table of a PostgreSQL database as text, read by a superuser, to search for data that
 * must not be there.
 */
export async function wholeText(superuserUrl: string): Promise<string> {
  const client = new pg.Client(superuserUrl);
  await client.connect();
  try {
    const tables = await client.query<{ name: string }>(
      `SELECT c.oid::regclass::text AS name FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = 'understudy'::regnamespace`,
    );
    const texts: string[] = [];
    for (const { name } of tables.rows) {
      const rows = await client.query<{ text: string }>(`SELECT t::text AS text FROM ${name} AS t`);
      texts.push(...rows.rows.map(({ text }) => text));
    }
    return texts.join('\n');
  } finally {
    await client.end();
  }
}

/**
 * Lists the tables, except those that a copy leaves out: missing classifiers are retrained, and each store keeps its
 * own time.
 */
export function tablesOf(db: DatabaseSync): string[] {
  const names = db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`).all();
  return names
    .map(({ name }) => String(name))
    .filter((name) => !['transfer', 'health', 'classifiers', 'clock'].includes(name));
}

function without(row: Record<string, unknown>, columns: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([column]) => !columns.includes(column)));
}

/** Sorts the keys of JSON that is stored as text, except in data that is replayed byte for byte. */
function withSortedJson(row: Record<string, unknown>): string {
  return JSON.stringify(
    Object.fromEntries(
      Object.entries(row).map(([column, value]) => {
        const isJson = typeof value === 'string' && /^[[{]/.test(value) && column !== 'response' && column !== 'trace';
        return [column, isJson ? sorted(JSON.parse(value)) : value];
      }),
    ),
  );
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, each]) => [key, sorted(each)]),
  );
}
