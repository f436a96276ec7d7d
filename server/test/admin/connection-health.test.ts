import { expect, test } from 'vitest';
import { healthOf } from '../../src/admin/console/connection-health.ts';
import type { ConnectionView } from '../../src/admin/inboxes/connection-verbs.ts';

const now = Date.parse('2026-11-22T12:00:00Z');
const hour = 3_600_000;
const view: ConnectionView = {
  id: 'con_1',
  workspaceId: 'ws_1',
  profileId: 'prof_1',
  kind: 'generic',
  name: 'Inbox',
  channel: 'generic',
  mode: 'review',
  quietSeconds: 20,
  maxWaitSeconds: 120,
  humanLockSeconds: 900,
  replyWindowHours: null,
  keepUnreadable: false,
  state: 'active',
  seesEcho: false,
  lastEventAt: new Date(now - hour).toISOString(),
  createdAt: new Date(now - 100 * hour).toISOString(),
  receiverId: 'rcv_1',
  receiverUrl: 'http://127.0.0.1/hooks/rcv_1',
};

function after(quietHours: number, everyHours: number, times = 8) {
  const activity = Array.from({ length: times }, (_, index) => now - (quietHours + index * everyHours) * hour);
  return healthOf({ ...view, lastEventAt: new Date(now - quietHours * hour).toISOString() }, activity, now);
}

test('a connection is reported as quiet after three times its usual pause, and not before', () => {
  expect(after(7, 2)).toEqual({
    tone: 'caution',
    text: 'Quiet for three times as long as usual. Check that the provider is still sending messages.',
  });
  expect(after(5.9, 2).tone).toBe('good');
  expect(after(40, 2).text).toContain('more than ten times');
});

test('no usual pause is derived from fewer than five conversations, and an hour of quiet is never unusual', () => {
  expect(after(100, 1, 4).tone).toBe('good');
  expect(after(0.9, 0.01).tone).toBe('good');
});

test('a problem, a pause, a first event that has not arrived and a missing echo are each described in words', () => {
  const problem = { code: 'token_dead', message: 'The token was refused.', since: view.createdAt };
  expect(healthOf({ ...view, problem }, [], now)).toEqual({ tone: 'stop', text: 'The token was refused.' });
  expect(healthOf({ ...view, state: 'paused' }, [], now).text).toContain('Paused');
  expect(healthOf({ ...view, state: 'setup', lastEventAt: null }, [], now).text).toBe('Waiting for the first event.');
  expect(healthOf({ ...view, mode: 'ready' }, [], now).text).toContain('Drafts wait for approval');
});
