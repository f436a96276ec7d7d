import { expect, test } from 'vitest';
import { unusedUsage } from '../support/unused-usage.ts';
import type { Answer } from '../support/world.ts';
import { checkAgainstOpenApi } from './support/openapi-check.ts';

const usagePath = '/api/v1/agent/usage';
const usage = unusedUsage({ plan: 'creator', limit: 500 });

function answer(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  const usual = { 'content-type': 'application/json; charset=utf-8', 'x-request-id': 'req_12345678' };
  return { status, headers: new Headers({ ...usual, ...headers }), text: JSON.stringify(body), body };
}

function refusal(error: string, more: object = {}): unknown {
  return { ok: false, error, message: 'Words.', requestId: 'req_12345678', ...more };
}

test('the check that every other test runs on each answer accepts the described answers', () => {
  checkAgainstOpenApi('GET', usagePath, answer(200, { ok: true, usage }));
  checkAgainstOpenApi('GET', usagePath, answer(403, refusal('agent_scope_missing')));
  checkAgainstOpenApi('GET', '/nowhere', answer(404, refusal('not_found')));
});

test.each<[string, Answer]>([
  ['an undescribed status', answer(418, refusal('teapot'))],
  ['a body that does not fit', answer(200, { ok: true, usage: { ...usage, used: -1 } })],
  ['a field that is missing', answer(200, { ok: true, usage: { plan: 'creator' } })],
  ['another content type', answer(200, { ok: true, usage }, { 'content-type': 'text/html' })],
  ['an envelope with more than it has', answer(403, refusal('agent_scope_missing', { stack: 'at x' }))],
  ['another request id in the envelope', answer(403, refusal('agent_scope_missing', { requestId: 'req_other' }))],
  ['an answer without a request id', answer(200, { ok: true, usage }, { 'x-request-id': '' })],
  ['a remaining-request header', answer(200, { ok: true, usage }, { 'x-ratelimit-remaining': '5' })],
])('it refuses %s', (_what, given) => {
  expect(() => checkAgainstOpenApi('GET', usagePath, given)).toThrow();
});
