import { periodOf } from '../period.ts';
import { shareOf } from './connection.ts';
import type { QueuedNotification } from './rows.ts';
import type { InboxSnapshot } from './snapshot.ts';

/** The month's allowance as connected inboxes see it. */
export interface AllowanceView {
  readonly limit: number;
  readonly used: number;
  readonly hasRoom: boolean;
  readonly period: string;
}

/** Returns the allowance of the current month. Without a workspace, the limit is 0. */
export function allowanceOf(
  { workspace, usage, now }: InboxSnapshot,
  monthlyReplies: Readonly<Record<'creator' | 'studio' | 'agency', number>>,
): AllowanceView {
  const limit = workspace === null ? 0 : (workspace.monthlyReplies ?? monthlyReplies[workspace.plan]);
  const used = usage.api + usage.inbox + usage.page;
  const hasRoom = used < limit && usage.inbox < shareOf(limit, 'inbox', workspace?.shares ?? null);
  return { limit, used, hasRoom, period: periodOf(now).name };
}

/**
 * Returns the notices that charging one more unit triggers: at 80 % and at 100 % of the month's replies. Their ids
 * ensure that each is sent only once.
 */
export function allowanceNotices({ limit, used, period }: Omit<AllowanceView, 'hasRoom'>): QueuedNotification[] {
  const notices: QueuedNotification[] = [];
  const crosses = (mark: number): boolean => used < mark && used + 1 >= mark;
  const notice = (type: 'allowance.low' | 'allowance.used'): QueuedNotification => ({
    notificationId: `ntf_${type.replace('.', '_')}_${period}`,
    type,
    conversationId: null,
    verdict: null,
    about: { period },
  });
  if (crosses(Math.ceil(limit * 0.8))) notices.push(notice('allowance.low'));
  if (crosses(limit)) notices.push(notice('allowance.used'));
  return notices;
}
