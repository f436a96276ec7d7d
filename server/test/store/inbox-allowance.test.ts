import { expect, test } from 'vitest';
import { allowanceOf } from '../../src/domain/inbox/allowance.ts';
import type { InboxSnapshot } from '../../src/domain/inbox/snapshot.ts';

const monthlyReplies = { creator: 100, studio: 100, agency: 100 };

/** Whether one more reply of a connected inbox fits, if inboxes may use half of 100 replies. */
function hasRoom(usage: { api: number; inbox: number; page: number }): boolean {
  const workspace = { plan: 'creator', monthlyReplies: null, shares: { inbox: 50 } };
  const snapshot = { workspace, usage, now: Date.parse('2026-11-21T12:00:00Z') } as unknown as InboxSnapshot; // the rest is not read
  return allowanceOf(snapshot, monthlyReplies).hasRoom;
}

test('the last reply of the share and of the month is given, and none after it', () => {
  expect(hasRoom({ api: 0, inbox: 49, page: 0 })).toBe(true);
  expect(hasRoom({ api: 0, inbox: 50, page: 0 })).toBe(false);
  expect(hasRoom({ api: 60, inbox: 39, page: 0 })).toBe(true);
  expect(hasRoom({ api: 60, inbox: 39, page: 1 })).toBe(false);
});
