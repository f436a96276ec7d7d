import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { openPostgresStore } from '../../src/store/postgres/open-postgres-store.ts';
import { createTestDatabase } from '../support/postgres-database.ts';
import { type LoadReport, loadEntry, loadLimit, loadWorkspaces } from '../support/store-load.ts';
import { importEntries } from './contract/open-workspaces.ts';
import { usageOf } from './contract/writes.ts';

const server = inject('postgresUrl');
const worker = fileURLToPath(new URL('../support/store-load.ts', import.meta.url));

describe.skipIf(server === null)('three processes on one PostgreSQL', () => {
  test('with 64 callers each and every operation mixed: no deadlock, no error, and every count is right', async () => {
    const database = await createTestDatabase(server ?? '');
    const store = await openPostgresStore({ kind: 'postgres', url: database.url, poolSize: 4 }, { role: 'serve' });
    const client = new pg.Client(database.superuserUrl);
    await client.connect();
    onTestFinished(async () => {
      await Promise.all([store.close(), client.end()]);
      await database.drop();
    });
    await importEntries(store, ...loadWorkspaces.map(loadEntry));

    const reports = await Promise.all([1, 2, 3].map(() => runProcess(database.url)));
    await delay(1_500); // by then, the statistics of closed connections have been written

    expect(reports.flatMap(({ errors }) => errors)).toEqual([]);
    const found = await client.query<{ deadlocks: number }>(
      'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()',
    );
    expect(found.rows).toEqual([{ deadlocks: 0 }]);

    for (const workspaceId of loadWorkspaces) {
      const of = (pick: (report: LoadReport) => string[]) =>
        reports.flatMap(pick).filter((key) => key.startsWith(`${workspaceId}/`));
      const [drafts, handoffs, charges] = [
        of((each) => each.drafts),
        of((each) => each.handoffs),
        of((each) => each.charges),
      ];
      for (const keys of [drafts, handoffs, charges]) expect(new Set(keys).size).toBe(keys.length);
      const leased = await client.query<{ count: number }>(
        `SELECT count(*)::int FROM understudy.writes WHERE workspace_id = $1 AND operation = 'draft' AND state = 'leased'`,
        [workspaceId],
      );
      const usage = await usageOf(store, loadLimit, workspaceId);
      expect(usage.bySource).toEqual({
        api: drafts.length + (leased.rows[0]?.count ?? 0),
        inbox: charges.length,
        page: 0,
      });
      expect(usage.used).toBeLessThanOrEqual(loadLimit);
      expect(usage.totals.handoffs).toBe(handoffs.length);
      expect(await store.listNotifications({ workspaceId, limit: 100_000 })).toHaveLength(handoffs.length);
    }
    const messages = await client.query<{ appended: number; counted: number }>(
      `SELECT (SELECT count(*)::int FROM understudy.messages WHERE body LIKE 'body_%') AS appended,
        (SELECT sum(messages)::int - 18 FROM understudy.conversations) AS counted`,
    );
    const appended = reports.reduce((sum, report) => sum + report.appended, 0);
    expect(messages.rows).toEqual([{ appended, counted: appended }]);
    const operations = reports.reduce((sum, report) => sum + report.operations, 0);
    console.info(`postgres: ${operations} mixed operations of 192 callers in three processes`);
    expect(operations).toBeGreaterThan(500);
  });
});

async function runProcess(url: string): Promise<LoadReport> {
  const child = spawn(process.execPath, [worker, url, '64', '5000'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [output] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return JSON.parse(output);
}
