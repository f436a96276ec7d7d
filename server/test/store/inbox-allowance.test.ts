import { expect, test } from 'vitest';
import { allowanceNotices, allowanceOf } from '../../src/domain/inbox/allowance.ts';
import type { InboxSnapshot } from '../../src/domain/inbox/snapshot.ts';

const monthlyReplies = { creator: 100, studio: 100, agency: 100 };

/** Returns true if one more reply for a connected inbox is allowed, if inboxes may use half of 100 replies. */
function hasRoom(usage: { api: number; inbox: number; page: number }): boolean {
  const workspace = { plan: 'creator', monthlyReplies: null, shares: { inbox: 50 } };
  const snapshot = { workspace, usage, now: Date.parse('2026-11-21T12:00:00Z') } as unknown as InboxSnapshot; // the tested code reads nothing else
  return allowanceOf(snapshot, monthlyReplies).hasRoom;
}

test('the last reply of the share and of the month is given, and none after it', () => {
  expect(hasRoom({ api: 0, inbox: 49, page: 0 })).toBe(true);
  expect(hasRoom({ api: 0, inbox: 50, page: 0 })).toBe(false);
  expect(hasRoom({ api: 60, inbox: 39, page: 0 })).toBe(true);
  expect(hasRoom({ api: 60, inbox: 39, page: 1 })).toBe(false);
});

test('a workspace has the replies of its plan or its own, and none if it does not exist', () => {
  const limitOf = (workspace: object | null) => {
    const usage = { api: 1, inbox: 2, page: 3 };
    const snapshot = { workspace, usage, now: Date.parse('2026-11-21T12:00:00Z') } as unknown as InboxSnapshot; // the tested code reads nothing else
    return allowanceOf(snapshot, { ...monthlyReplies, studio: 200 });
  };
  const found = { used: 6, hasRoom: true, period: '2026-11' };
  expect(limitOf({ plan: 'studio', monthlyReplies: null, shares: null })).toEqual({ ...found, limit: 200 });
  expect(limitOf({ plan: 'studio', monthlyReplies: 7, shares: null })).toEqual({ ...found, limit: 7 });
  expect(limitOf(null)).toEqual({ ...found, limit: 0, hasRoom: false });
});

test('the reply that reaches 80 % of the month and the one that uses it up are announced, each once', () => {
  const announced = (used: number, limit = 9) =>
    allowanceNotices({ limit, used, period: '2026-11' }).map(({ type }) => type);
  expect([6, 7, 8, 9].map((used) => announced(used))).toEqual([[], ['allowance.low'], ['allowance.used'], []]);
  expect(announced(0, 1)).toEqual(['allowance.low', 'allowance.used']);
  const [low] = allowanceNotices({ limit: 10, used: 7, period: '2026-11' });
  expect(low).toEqual({
    ...{ notificationId: 'ntf_allowance_low_2026-11', type: 'allowance.low', conversationId: null, verdict: null },
    about: { period: '2026-11' },
  });
});
