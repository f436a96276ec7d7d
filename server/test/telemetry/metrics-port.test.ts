import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freshDataFolder, onBothStores } from '../cli/support/places.ts';
import { repository } from '../cli/support/understudy.ts';
import { inItsOwnProcess, serveInside } from '../support/service-inside.ts';
import { freePort } from '../support/service-process.ts';
import { valueIn } from './support/samples.ts';

async function startWithMetrics(env: Record<string, string> = {}, start: typeof serveInside = serveInside) {
  const port = String(await freePort());
  const service = await start({
    ...freshDataFolder(),
    UNDERSTUDY_DEMO: 'true',
    UNDERSTUDY_METRICS_PORT: port,
    ...env,
  });
  onTestFinished(async () => void (await service.stop()));
  return { service, metrics: `http://127.0.0.1:${port}/metrics` };
}

test('a running service serves the metrics of its store and its process on a separate port, and none on the main one', async () => {
  const { service, metrics } = await startWithMetrics({}, inItsOwnProcess);
  const response = await fetch(metrics);
  const page = await response.text();
  expect(response.status).toBe(200);
  // The demo was imported, and a key was created for it.
  expect(valueIn(page, 'understudy_store_group_operations_count')).toBeGreaterThan(0);
  expect(valueIn(page, 'understudy_store_sync_duration_seconds_count')).toBeGreaterThan(0);
  expect(valueIn(page, 'understudy_store_synced_answers_total')).toBeGreaterThan(0);
  expect(valueIn(page, 'understudy_queue_length', { queue: 'writes' })).toBeGreaterThanOrEqual(0);
  expect(valueIn(page, 'understudy_queue_limit', { queue: 'requests' })).toBe(1_000);
  expect(valueIn(page, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
  expect(valueIn(page, 'process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
  expect((await fetch(`${service.url}/metrics`)).status).toBe(404);
  expect((await fetch(metrics.replace('/metrics', '/'))).status).toBe(404);
  expect((await fetch(metrics, { method: 'POST' })).status).toBe(405);
  expect(await service.stop()).toBe(0);
});

onBothStores((fresh) => {
  test('waiting work of the store is counted, and that it answers, while drafts are made', async () => {
    const { service, metrics } = await startWithMetrics(await fresh());
    await expect.poll(() => service.output()).toContain('npm start -- --no-demo');
    const [key = ''] = service.output().match(/ustudy_live_[0-9A-Za-z]{38}/) ?? [];
    const drafts = Array.from({ length: 12 }, (_, at) =>
      fetch(`${service.url}/api/v1/agent/draft`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          'idempotency-key': `draft-no-${at}`,
        },
        body: JSON.stringify({ profileId: 'prof_aurora', message: 'How much is the Moon mug?' }),
      }).then(({ status }) => status),
    );
    const during = await (await fetch(metrics)).text();
    const waits = ['writes', 'connections'].map((queue) => valueIn(during, 'understudy_queue_length', { queue }));
    expect(waits.filter((length) => length !== null)).toHaveLength(1);
    expect(new Set(await Promise.all(drafts))).toEqual(new Set([200]));
    const after = await (await fetch(metrics)).text();
    expect(valueIn(after, 'understudy_store_up')).toBe(1);
    expect(valueIn(after, 'understudy_stage_duration_seconds_count', { stage: 'settle' })).toBe(12);
  });
});

test('with a token, the metrics port requires it; the token may come from a file', async () => {
  const { metrics } = await startWithMetrics({ UNDERSTUDY_METRICS_TOKEN: 'sixteen-or-longer' });
  const open = (authorization: string) => fetch(metrics, { headers: { authorization } });
  expect((await open('')).status).toBe(401);
  expect((await open('Bearer sixteen-or-longeR')).status).toBe(401);
  expect((await open('Bearer sixteen-or-longer')).status).toBe(200);
});

test('a metrics port that is in use stops the start, with the name of its setting', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const address = other.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const env = { PATH: process.env['PATH'], PORT: '0', ...freshDataFolder(), UNDERSTUDY_METRICS_PORT: String(port) };
  const ended = await new Promise<{ code: unknown; text: string }>((resolve) => {
    execFile(
      process.execPath,
      [join(repository, 'scripts/run.mjs'), 'serve'],
      { env, timeout: 120_000 },
      (error, out, err) => resolve({ code: error?.code, text: out + err }),
    );
  });
  expect(ended.code).toBe(1);
  expect(ended.text).toContain(
    `Set UNDERSTUDY_METRICS_PORT to another port, such as UNDERSTUDY_METRICS_PORT=${port + 1}.`,
  );
});
