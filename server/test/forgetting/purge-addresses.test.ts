import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';
import { copyMigrated } from '../support/postgres-template.ts';

const server = inject('postgresUrl');
const plans = { creator: 600, studio: 600, agency: 600 };

test.skipIf(server === null)(
  'one pass of the purge removes every idle address with failed attempts, however many (PostgreSQL)',
  async () => {
    const database = await copyMigrated(server ?? '');
    onTestFinished(() => database.drop());
    const store = await openStore({ kind: 'postgres', url: database.url, poolSize: 2 }, { role: 'serve' });
    onTestFinished(() => store.close());
    const fail = (address: string) =>
      store.authenticate({
        address,
        credential: { kind: 'mistyped' },
        isRecentlyVerified: false,
        origin: null,
        failuresPerMinute: 20,
        requestsPerMinute: plans,
      });
    expect(await fail('2001:db8::/64')).toMatchObject({ outcome: 'key_invalid' });
    const client = new pg.Client(database.superuserUrl);
    await client.connect();
    onTestFinished(() => client.end());
    const addresses = async () =>
      (await client.query<{ address: string }>('SELECT address FROM understudy.address_windows')).rows.map(
        ({ address }) => address,
      );
    await client.query(`INSERT INTO understudy.address_windows
      SELECT '2001:db9:' || to_hex(n) || '::/64', failures, last_at - 121000 - n
      FROM understudy.address_windows, generate_series(1, 65536) AS n`);
    const startedAt = performance.now();
    await store.purge();
    process.stdout.write(`65 536 addresses purged in ${Math.round(performance.now() - startedAt)} ms\n`);
    expect(await addresses()).toEqual(['2001:db8::/64']);
  },
);
