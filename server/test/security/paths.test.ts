import { expect, test } from 'vitest';
import { rawExchange } from '../http/support/raw-exchange.ts';
import { shareAttacked } from './support/attacked-service.ts';

const attacked = shareAttacked();

/** Paths at which files are served, or could be. */
const roots = ['/docs', '/docs/js', '/console', '/console/assets', '/api/v1/agent', ''];
const targets = [
  'package.json',
  'server/package.json',
  'server/src/main.ts',
  'data/understudy.db',
  'etc/passwd',
  '.git/HEAD',
  'understudy.config.yaml',
];
const ways = [
  '../',
  '..%2f',
  '..%2F',
  '%2e%2e/',
  '%2e%2e%2f',
  '.%2e/',
  '..%252f',
  '%252e%252e%252f',
  '..\\',
  '..%5c',
  '..%c0%af',
  '%c0%ae%c0%ae/',
  '..%ef%bc%8f',
  '..;/',
  '....//',
  './../',
  '..%00/',
];
/** Contents of files that no response may contain. */
const telling = /"@understudy\/server"|runCli|root:x:0|SQLite format 3|ref: refs|devDependencies/;

test.each(roots)('no path below %s/ leads out of the served files, however it is written', async (root) => {
  const { url } = attacked();
  const paths = ways.flatMap((way) =>
    targets.flatMap((target) => [1, 3, 6, 12].map((depth) => `${root}/${way.repeat(depth)}${target}`)),
  );
  for (let at = 0; at < paths.length; at += 100) {
    const batch = paths.slice(at, at + 100);
    // The paths are sent unchanged, because a client that follows the standard would resolve the dots first.
    const requests = batch.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join('');
    const { answers } = await rawExchange(url, [requests], { answers: batch.length, timeoutMs: 60_000 });
    expect(answers).toHaveLength(batch.length);
    for (const [index, { status, text }] of answers.entries()) {
      expect([200, 304, 308, 400, 401, 404, 503], batch[index]).toContain(status);
      expect(telling.test(text), `${batch[index]}: ${text.slice(0, 100)}`).toBe(false);
      expect(text, batch[index]).not.toMatch(/\/(usr|home|root|work|tmp)\/\w/);
    }
  }
});

test.each([
  '/etc/passwd',
  '//etc/passwd',
  'file:///etc/passwd',
  'http://other.example/etc/passwd',
  '/.git/HEAD',
  '/.env',
  '/data/understudy.db',
  '/server/src/main.ts',
  '/node_modules/pg/package.json',
  '/console/../package.json',
  '/console/C:%5cwindows%5cwin.ini',
  '/docs/js/scalar.js/../../../package.json',
  '/docs/NUL',
  '/console/index.html%00.js',
  '/console/index.html::$DATA',
  '*',
])('the target %s reveals nothing about the machine', async (target) => {
  const { answers } = await rawExchange(attacked().url, [`GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`]);
  expect([200, 308, 400, 404, 503]).toContain(answers[0]?.status);
  expect(answers[0]?.text).not.toMatch(telling);
});

test.each([
  '/console//evil.example',
  '/console/..//evil.example',
  '//evil.example/console',
  '/docs//evil.example/%2e%2e',
  '/\\evil.example',
  '/docs?next=//evil.example',
  '/console?x=https://evil.example',
])('no redirect from %s leads to another site', async (target) => {
  const { answers } = await rawExchange(attacked().url, [
    `GET ${target} HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: evil.example\r\n\r\n`,
  ]);
  const location = answers[0]?.headers.get('location') ?? null;
  if (location !== null) expect(location).toMatch(/^\/(console|docs)\/$/);
});

test('every page and file has its declared type, cannot be framed, and runs only what this service serves', async () => {
  for (const path of [
    '/docs/',
    '/docs/js/scalar.js',
    '/console/',
    '/api/v1/agent/openapi.json',
    '/healthz',
    '/nowhere',
  ]) {
    const { headers } = await attacked().ask(path);
    expect([path, headers.get('x-content-type-options')]).toEqual([path, 'nosniff']);
    expect(headers.get('content-security-policy'), path).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    expect(headers.get('content-security-policy'), path).not.toMatch(/https?:|\*|unsafe-eval/);
    expect(headers.get('x-powered-by'), path).toBeNull();
    expect(headers.get('server'), path).toBeNull();
  }
});
