import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { type ServiceProcess, startService } from '../support/service-process.ts';

async function serviceOn(env: Record<string, string> = {}): Promise<ServiceProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-signals-'));
  const service = await startService({ UNDERSTUDY_DATA_DIR: join(folder, 'data'), ...env });
  onTestFinished(async () => {
    await service.kill();
    rmSync(folder, { recursive: true, force: true });
  });
  return service;
}

test('SIGUSR1 opens no inspector, and the service continues', async () => {
  const service = await serviceOn();
  service.child.kill('SIGUSR1');
  await delay(500);
  expect(service.output()).not.toContain('Debugger listening');
  expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
});

test('SIGHUP ends the service in order', async () => {
  const service = await serviceOn();
  const ended = once(service.child, 'exit');
  service.child.kill('SIGHUP');
  expect(await ended).toEqual([0, null]);
});
