import { mkdir, mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { serveConsoleFiles } from '../../src/http/console/serve-console-files.ts';

const secret = 'for nobody but the owner';
const page = '<!doctype html><title>Console</title>';

test('every console path that is not a file gets the page, never from a cache', async () => {
  const { get } = await served();
  for (const path of ['/console/', '/console/w/ws_1/review', '/console/set-up', '/console/index.html']) {
    const { statusCode, body, headers } = await get(path);
    expect([path, statusCode, body]).toEqual([path, 200, page]);
    expect(headers['cache-control']).toBe('no-cache');
  }
  expect((await get('/console')).headers['location']).toBe('/console/');
});

test('the page may load only what this service serves, and nothing inline', async () => {
  const { get } = await served();
  const policy = String((await get('/console/')).headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("style-src 'self';");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/unsafe|https?:|\*/);
});

test('a file named by its content is cached forever, any other is checked again', async () => {
  const { get } = await served();
  const hashed = await get('/console/assets/index-Ab3dEf9h.js');
  expect(hashed.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(hashed.headers['content-type']).toBe('text/javascript; charset=utf-8');
  const icon = await get('/console/icon.svg');
  expect(icon.headers['cache-control']).toBe('no-cache');
  const again = await get('/console/icon.svg', { 'if-none-match': String(icon.headers['etag']) });
  expect(again.statusCode).toBe(304);
});

test('files are sent compressed if the client accepts it', async () => {
  const { get } = await served();
  const path = '/console/assets/index-Ab3dEf9h.js';
  expect((await get(path, { 'accept-encoding': 'gzip, br' })).headers['content-encoding']).toBe('br');
  expect((await get(path, { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBe('gzip');
  expect((await get(path)).headers['content-encoding']).toBeUndefined();
});

test('no path leads out of the folder, and a missing file does not return the page', async () => {
  const { get, folder } = await served();
  await symlink('/etc', join(folder, 'linked'));
  const tricks = [
    '/console/../secret.txt',
    '/console/..%2fsecret.txt',
    '/console/%2e%2e/secret.txt',
    '/console/%2e%2e%2fsecret.txt',
    '/console/..%5csecret.txt',
    '/console/assets/..%2f..%2fsecret.txt',
    '/console//etc/hostname.txt',
    '/console/linked/hostname.txt',
    '/console/assets/missing.js',
    '/console/.env.json',
    '/console/index.html%00.js',
    '/console/assets/',
    '/console/api/nothing',
    '/console/api',
  ];
  for (const path of tricks) {
    const { body, statusCode } = await get(path);
    expect([path, body.includes(secret), statusCode >= 400]).toEqual([path, false, true]);
  }
});

test('if the console is not built, a page explains how; once it is, the next visit gets it', async () => {
  const { get, folder } = await served(false);
  const before = await get('/console/');
  expect([before.statusCode, before.body.includes('npm run build:console')]).toEqual([503, true]);
  await writeFile(join(folder, 'index.html'), page);
  expect((await get('/console/')).body).toBe(page);
});

test('a newer build is served without a restart', async () => {
  const { get, folder } = await served();
  expect((await get('/console/')).body).toBe(page);
  const newer = page.replace('Console', 'Newer');
  await writeFile(join(folder, 'index.html'), newer);
  await utimes(join(folder, 'index.html'), new Date(), new Date(Date.now() + 5_000));
  expect((await get('/console/')).body).toBe(newer);
});

async function served(isBuilt = true) {
  const root = await mkdtemp(join(tmpdir(), 'understudy-console-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const folder = join(root, 'dist');
  await mkdir(join(folder, 'assets'), { recursive: true });
  await writeFile(join(root, 'secret.txt'), secret);
  if (isBuilt) {
    await writeFile(join(folder, 'index.html'), page);
    await writeFile(join(folder, 'icon.svg'), '<svg/>');
    await writeFile(join(folder, '.env.json'), secret);
    await writeFile(join(folder, 'assets/index-Ab3dEf9h.js'), 'export const value = 1;'.repeat(50));
  }
  const app = Fastify();
  serveConsoleFiles(app, folder);
  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers });
  return { folder, get };
}
