import { expect, inject, onTestFinished, test } from 'vitest';
import { checkDurability } from '../../src/cli/doctor/check-durability.ts';
import { openStore } from '../../src/store/open-store.ts';
import { startPostgresCluster } from '../support/postgres-cluster.ts';
import { runSql } from '../support/postgres-database.ts';
import { startWorld } from '../support/world.ts';

const isInstalled = inject('postgresUrl') !== null;

test.skipIf(!isInstalled)(
  'if synchronous_commit is off, a crash of the database loses no acknowledged draft, handoff or key',
  async () => {
    const cluster = await startPostgresCluster({ durable: true });
    if (cluster === null) throw new Error('PostgreSQL is installed and did not start');
    onTestFinished(() => cluster.stop());
    const url = await cluster.createDatabase();
    const location = { kind: 'postgres', url, poolSize: 8 } as const;
    const setUp = await openStore(location, { role: 'tool' });
    await setUp.close();
    // With this setting, a commit that is not awaited reaches the disk ten seconds later.
    const name = new URL(url).pathname.slice(1);
    await runSql(cluster.superuserUrl, [
      `ALTER DATABASE ${name} SET synchronous_commit = off`,
      `ALTER SYSTEM SET wal_writer_delay = '10s'`,
      `ALTER SYSTEM SET wal_writer_flush_after = '1GB'`,
      'SELECT pg_reload_conf()',
    ]);
    const store = await openStore(location, { role: 'serve' });
    onTestFinished(() => store.close());
    const world = await startWorld({
      kind: 'postgres',
      openFresh: async () => ({ store, openAt: async () => store, setClock: async () => undefined }),
    });
    const keys = Array.from({ length: 40 }, (_, number) => `acknowledged-${number}`);
    const texts = await Promise.all(
      keys.map(async (idempotencyKey, at) => {
        const answer =
          at % 8 === 0 ? await world.handoff({}, { idempotencyKey }) : await world.draft({}, { idempotencyKey });
        expect(answer.status).toBe(200);
        return answer.text;
      }),
    );
    const { key } = await world.createKey();
    await cluster.kill();
    await cluster.start();
    const replays = [];
    for (const [at, idempotencyKey] of keys.entries()) {
      const options = { idempotencyKey, key };
      const answer = at % 8 === 0 ? await world.handoff({}, options) : await world.draft({}, options);
      replays.push([answer.headers.get('idempotency-replayed'), answer.text]);
    }
    expect(replays).toEqual(texts.map((text) => ['true', text]));
    expect(await checkDurability(url)).toMatchObject({
      status: 'ok',
      found: expect.stringContaining('waits for its own'),
    });
  },
);

test.skipIf(!isInstalled)(
  'the doctor warns about a server that does not sync, and says which setting to change',
  async () => {
    // A cluster without fsync, such as the one that the tests share, does not protect its data from a crash.
    const cluster = await startPostgresCluster({ durable: false });
    if (cluster === null) throw new Error('PostgreSQL is installed and did not start');
    onTestFinished(() => cluster.stop());
    const finding = await checkDurability(await cluster.createDatabase());
    expect(finding).toMatchObject({
      status: 'warn',
      found: expect.stringContaining('fsync and full_page_writes are off'),
    });
    expect(JSON.stringify(finding)).toContain('fsync = on, full_page_writes = on');
  },
);
