import { expect, test } from 'vitest';
import { sqliteHarness } from '../support/store-harness.ts';
import { startWorld } from '../support/world.ts';

const browsers = [
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
  'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'text/html',
];
const callers = [
  undefined,
  '*/*',
  'application/json',
  'application/json, text/event-stream',
  'application/json, text/html;q=0.5',
  'text/html;q=0',
];

test('a person who opens the bare address in a browser is redirected to the console', async () => {
  const { url } = await startWorld(sqliteHarness());
  for (const accept of browsers) {
    for (const path of ['/', '/?utm_source=mail']) {
      const response = await fetch(url + path, { headers: { accept }, redirect: 'manual' });
      expect([accept, path, response.status, response.headers.get('location')]).toEqual([
        accept,
        path,
        302,
        '/console/',
      ]);
      expect(response.headers.get('cache-control')).toBe('no-store');
    }
  }
});

test('an API caller still gets not_found there', async () => {
  const { app, url } = await startWorld(sqliteHarness());
  for (const accept of callers) {
    const answer = await app.inject({ method: 'GET', url: '/', headers: accept === undefined ? {} : { accept } });
    expect([accept, answer.statusCode, answer.json().error]).toEqual([accept, 404, 'not_found']);
  }
  const asPage = { accept: 'text/html' };
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
    const answer = await fetch(url, { method, headers: asPage, redirect: 'manual' });
    expect([method, answer.status]).toEqual([method, 404]);
  }
  for (const path of ['/nothing', '/api', '//', '/index.html', '/mcp/x', '/%2f']) {
    const answer = await app.inject({ method: 'GET', url: path, headers: asPage });
    expect([path, answer.headers['location']]).toEqual([path, undefined]);
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
  }
});
