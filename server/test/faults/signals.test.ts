import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { type ServiceProcess, startService } from '../support/service-process.ts';

const scripts = join(import.meta.dirname, '../../../scripts');

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

test('SIGUSR1 opens no inspector in a process of an older Node that hands over to the bundled one', async () => {
  const root = mkdtempSync(join(tmpdir(), 'understudy-launcher-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const bundled = `node_modules/node-${process.platform}-${process.arch}/bin`;
  for (const folder of ['scripts', 'server/src', bundled]) mkdirSync(join(root, folder), { recursive: true });
  for (const name of ['run.mjs', 'own-node.mjs', 'prepare-process.mjs'])
    cpSync(join(scripts, name), join(root, 'scripts', name));
  symlinkSync(process.execPath, join(root, bundled, 'node'));
  writeFileSync(join(root, 'server/src/main.ts'), `console.log('handed over'); setInterval(() => undefined, 1_000);`);
  const older = join(root, 'older.mjs');
  const versions = `{ ...process.versions, node: '20.0.0' }`;
  writeFileSync(older, `Object.defineProperty(process, 'versions', { value: ${versions} });`);

  const launcher = spawn(process.execPath, ['--import', older, join(root, 'scripts/run.mjs'), 'serve']);
  onTestFinished(() => void launcher.kill('SIGKILL'));
  let output = '';
  for (const stream of [launcher.stdout, launcher.stderr]) stream.on('data', (chunk) => (output += chunk));
  await expect.poll(() => output).toContain('handed over');
  launcher.kill('SIGUSR1');
  await delay(500);
  expect(output).not.toContain('Debugger listening');
  const ended = once(launcher, 'exit');
  launcher.kill('SIGTERM');
  await ended;
});

test('SIGHUP ends the service in order', async () => {
  const service = await serviceOn();
  const ended = once(service.child, 'exit');
  service.child.kill('SIGHUP');
  expect(await ended).toEqual([0, null]);
});
