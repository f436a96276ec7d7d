import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { swiftTimeoutMs } from '../../src/store/postgres/database.ts';
import { openPostgresStore } from '../../src/store/postgres/open-postgres-store.ts';
import { bringIn } from '../cli/support/places.ts';
import { repository, understudy } from '../cli/support/understudy.ts';
import { importEntries } from '../store/contract/open-workspaces.ts';
import { createTestDatabase } from '../support/postgres-database.ts';
import { type ServiceProcess, startService } from '../support/service-process.ts';
import { loadEntry, loadWorkspaces } from '../support/store-load.ts';
import { sampleWorkspace } from '../support/world.ts';
import { findPgbouncer, startPgbouncer } from './support/pgbouncer.ts';

const server = inject('postgresUrl');
const program = findPgbouncer();
const workspaceId = 'ws_pooled';
const poolSize = 4;

test("a caller that waits too long for a slot in the pool gets PgBouncer's error before the service gives up", () => {
  const settings = readFileSync(join(repository, 'deploy/pgbouncer/pgbouncer.ini'), 'utf8');
  const waitSeconds = Number(/^query_wait_timeout = (\d+)$/m.exec(settings)?.[1]);
  expect(waitSeconds * 1_000).toBeLessThan(swiftTimeoutMs);
});

describe.skipIf(server === null || program === null)(
  'through PgBouncer in transaction mode (skipped where PostgreSQL or PgBouncer is not installed)',
  () => {
    test('two services, their limits and their repeats work, and few connections reach PostgreSQL', async () => {
      const pool = await freshPool();
      const place = { DATABASE_URL: pool.url };
      await bringIn(place, { workspaces: [sampleWorkspace(workspaceId)] });
      const made = await understudy(
        [
          'keys',
          'create',
          '--workspace',
          workspaceId,
          '--name',
          'pooled',
          '--scopes',
          'replies:write,handoffs:write,usage:read',
          '--json',
        ],
        { env: place },
      );
      expect(made.code, made.stderr).toBe(0);
      const { key, id: keyId } = made.json();
      const services = await Promise.all([1, 2].map(() => startService(place)));
      onTestFinished(async () => void (await Promise.all(services.map((service) => service.stop()))));

      const writes = Array.from({ length: 60 }, (_, index) => [`pooled-${index}`, `pooled-${index}`]).flat();
      // Not all at the same time: on a slow machine, the last would wait for a connection for too long.
      const inGroups = async (write: (idempotencyKey: string, index: number) => ReturnType<typeof post>) => {
        const answers: Awaited<ReturnType<typeof post>>[] = [];
        for (let at = 0; at < writes.length; at += 24)
          answers.push(...(await Promise.all(writes.slice(at, at + 24).map((each, index) => write(each, index)))));
        return answers;
      };
      const drafts = await inGroups((idempotencyKey, index) =>
        post(services[index % 2], key, 'draft', idempotencyKey, {
          profileId: 'prof_aurora',
          message: 'do you ship to Brazil?',
        }),
      );
      const handoffs = await inGroups((idempotencyKey, index) =>
        post(services[index % 2], key, 'handoff', idempotencyKey, { conversationId: 'conv_maya', confirm: true }),
      );
      for (const answers of [drafts, handoffs]) {
        const unexpected = answers.filter(({ status, error }) => status !== 200 && error !== 'idempotency_in_progress');
        expect(unexpected).toEqual([]);
        expect(answers.filter(({ isReplay, status }) => status === 200 && !isReplay)).toHaveLength(60);
      }
      const usage = await fetch(`${services[1]?.url}/api/v1/agent/usage`, {
        headers: { authorization: `Bearer ${key}` },
      });
      expect(await usage.json()).toMatchObject({ usage: { used: 60 } });
      const { callers, servers, transactions } = await pool.counts();
      expect(callers).toBeGreaterThan(poolSize);
      expect(servers).toBeLessThanOrEqual(poolSize);
      expect(transactions).toBeGreaterThan(240);

      expect((await understudy(['keys', 'revoke', keyId], { env: place })).code).toBe(0);
      for (const service of services) {
        const refused = await post(service, key, 'draft', 'pooled-after', {
          profileId: 'prof_aurora',
          message: 'hello',
        });
        expect(refused.status).toBe(401);
      }
      const exported = await understudy(['export', '--workspace', workspaceId], { env: place });
      expect([exported.code, exported.stdout.includes('conv_maya')]).toEqual([0, true]);
    });

    test('every store operation at the same time, from two processes, ends without an error', async () => {
      const pool = await freshPool();
      const store = await openPostgresStore({ kind: 'postgres', url: pool.url, poolSize: 4 }, { role: 'serve' });
      onTestFinished(() => store.close());
      await importEntries(store, ...loadWorkspaces.map(loadEntry));
      const reports = await Promise.all([1, 2].map(() => load(pool.url)));
      expect(reports.flatMap(({ errors }) => errors)).toEqual([]);
      for (const { operations } of reports) expect(operations).toBeGreaterThan(20);
      expect((await pool.counts()).servers).toBeLessThanOrEqual(poolSize);
    });
  },
);

async function freshPool() {
  const database = await createTestDatabase(server ?? '');
  onTestFinished(() => database.drop());
  return startPgbouncer(program ?? '', database.url, poolSize);
}

async function post(
  service: ServiceProcess | undefined,
  key: string,
  path: string,
  idempotencyKey: string,
  body: object,
) {
  const response = await fetch(`${service?.url}/api/v1/agent/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
    body: JSON.stringify(body),
  });
  const isReplay = response.headers.get('idempotency-replayed') === 'true';
  const { error }: { error?: string } = JSON.parse(await response.text());
  return { status: response.status, isReplay, error };
}

async function load(url: string): Promise<{ operations: number; errors: string[] }> {
  const worker = join(repository, 'server/test/support/store-load.ts');
  const child = spawn(process.execPath, [worker, url, '24', '1500'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [output] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return JSON.parse(output);
}
