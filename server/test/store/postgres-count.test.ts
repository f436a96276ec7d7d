import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { createDatabase } from '../../src/store/postgres/database.ts';
import { migrate } from '../../src/store/postgres/migrate.ts';
import { createTestDatabase, runSql } from '../support/postgres-database.ts';

const server = inject('postgresUrl');

test.skipIf(server === null)(
  'counting the rows of a very large workspace may take longer than any other call',
  async () => {
    const database = await createTestDatabase(server ?? '');
    const pool = new pg.Pool({ connectionString: database.url, max: 1 });
    const hurried = new pg.Pool({ connectionString: database.url, max: 1, query_timeout: 5 });
    hurried.on('connect', (client) => client.on('error', () => undefined));
    // A pool that ended may still be closing its connections when the database stops.
    for (const each of [pool, hurried]) each.on('error', () => undefined);
    onTestFinished(async () => {
      await Promise.all([pool.end(), hurried.end()]);
      await database.drop();
    });
    await migrate(pool, database.url);
    await runSql(database.superuserUrl, [
      `INSERT INTO understudy.usage (workspace_id, period) SELECT 'ws_large', n::text FROM generate_series(1, 200000) AS n`,
    ]);
    const count = createDatabase(hurried).call('count_rows', { table: 'usage', workspace: 'ws_large' });
    expect(await count).toBe('200000');
  },
);
