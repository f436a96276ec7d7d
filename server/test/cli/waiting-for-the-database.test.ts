import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { type PostgresCluster, startPostgresCluster } from '../support/postgres-cluster.ts';
import { freePort } from '../support/service-process.ts';
import { repository } from './support/understudy.ts';

describe.skipIf(inject('postgresUrl') === null)('a service that starts before its database', () => {
  let cluster: PostgresCluster;
  beforeAll(async () => {
    const started = await startPostgresCluster({ durable: false });
    if (started === null) throw new Error('PostgreSQL is needed here');
    cluster = started;
  });
  afterAll(() => cluster.stop());

  test('it waits, logs this, reports that it is alive but not ready, and serves once the database is available', async () => {
    const url = await cluster.createDatabase();
    await cluster.halt();
    const startedAt = performance.now();
    const service = await start(url);
    const waiting = await until(service, '/readyz', 503);
    expect(await waiting.json()).toEqual({ ok: false, reason: 'the database cannot be reached' });
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
    const refused = await fetch(`${service.url}/api/v1/agent/draft`, { method: 'POST', body: '{}' });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
    expect(await refused.json()).toMatchObject({
      error: 'service_unavailable',
      requestId: refused.headers.get('x-request-id'),
    });
    await cluster.start();
    expect(await (await until(service, '/readyz', 200)).json()).toEqual({ ok: true });
    // It reports this every ten seconds, and each new reason.
    const most = 3 + (performance.now() - startedAt) / 10_000;
    expect(service.output().match(/"waiting for the database"/g)?.length).toBeLessThan(most);
    expect(service.output()).toContain('"reason":"the database cannot be reached"');
    expect(await service.stop()).toBe(0);
  });

  test('it is not taken for dead during an upgrade of the schema, however long that takes', async () => {
    const url = await cluster.createDatabase();
    const other = new pg.Client(url);
    await other.connect();
    await other.query('SELECT pg_advisory_lock($1)', [0x757374756479]);
    const service = await start(url);
    const waiting = await until(service, '/readyz', 503);
    expect(await waiting.text()).toContain('being upgraded');
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
    await other.end();
    await until(service, '/readyz', 200);
  });

  test('it ends at the first interrupt', async () => {
    const service = await start('postgres://someone:secret@127.0.0.1:1/none');
    await until(service, '/readyz', 503);
    expect(await service.stop()).toBe(0);
  });

  test('it ends if its own port is used by another program', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    onTestFinished(() => void other.close());
    const address = other.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const service = await start('postgres://someone:secret@127.0.0.1:1/none', port);
    expect(await service.ended).toBe(1);
    expect(service.output()).toContain(`Port ${port} on 127.0.0.1 is in use`);
    expect(service.output()).not.toContain('secret');
  });
});

async function start(databaseUrl: string, given?: number) {
  const port = given ?? (await freePort());
  const child = spawn(process.execPath, [join(repository, 'scripts/run.mjs'), 'serve'], {
    cwd: repository,
    env: { PATH: process.env['PATH'] ?? '', DATABASE_URL: databaseUrl, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const ended = once(child, 'exit').then(([code]) => code);
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal);
    return ended;
  };
  onTestFinished(() => stop('SIGKILL').then(() => undefined));
  return { url: `http://127.0.0.1:${port}`, output: () => output, ended, stop };
}

async function until({ url, output }: { url: string; output(): string }, path: string, status: number) {
  for (const deadline = performance.now() + 120_000; performance.now() < deadline; await delay(50)) {
    const answer = await fetch(`${url}${path}`).catch(() => null);
    if (answer?.status === status) return answer;
    await answer?.body?.cancel();
  }
  throw new Error(`${path} was never ${status}:\n${output()}`);
}
