import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { startService } from '../support/service-process.ts';

/** Several times the capacity of a pipe. */
const requests = 800;

test('a service whose log is no longer read keeps answering, and SIGTERM ends it in time', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'understudy-stalled-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const service = await startService({
    UNDERSTUDY_DATA_DIR: dataDir,
    UNDERSTUDY_LOG_LEVEL: 'info',
    UNDERSTUDY_SHUTDOWN_TIMEOUT_MS: '2000',
  });
  onTestFinished(() => service.kill());
  const { stderr } = service.child;
  stderr?.removeAllListeners('data');
  stderr?.pause();
  for (let sent = 0; sent < requests; sent += 50) {
    const statuses = await Promise.all(
      Array.from({ length: 50 }, async () => (await fetch(`${service.url}/api/v1/agent/usage`)).status),
    );
    expect(statuses.filter((status) => status !== 401 && status !== 429)).toEqual([]);
  }
  const ended = await Promise.race([service.stop(), delay(20_000, 'still there')]);
  expect(ended).toBe(0);
}, 120_000);
