import type { AccountCareStore, NoticeKind, NoticeRecord } from '../account-care-port.ts';
import type { Notice } from '../account-port.ts';
import type { Moment, Transaction } from './transaction.ts';

const shownForMs = 30 * 86_400_000;

/** Stores a notice for a person, and deletes the person's notices that are too old to be shown. */
export function addNotice(
  { db, now, confirmed }: Transaction,
  notice: Notice & { readonly accountId: string; readonly kind: NoticeKind; readonly detail: string },
): void {
  db.run('DELETE FROM account_notices WHERE account_id = ? AND at <= ?', notice.accountId, confirmed - shownForMs);
  db.run(
    'INSERT INTO account_notices VALUES (?, ?, ?, ?, ?, ?, ?)',
    notice.noticeId,
    notice.accountId,
    notice.kind,
    notice.detail,
    notice.browser,
    notice.sessionId,
    now,
  );
}

function listNotices(
  { db, now }: Moment,
  { accountId, sessionId }: Parameters<AccountCareStore['listNotices']>[0],
): NoticeRecord[] {
  return db.all<NoticeRecord>(
    `SELECT notice_id AS noticeId, kind, detail, browser, at FROM account_notices n
     WHERE account_id = ?1 AND at > ?2 AND session_id IS NOT ?3
       AND at > ifnull((SELECT notices_seen_at FROM sessions s WHERE s.session_id = ?3), 0)
     ORDER BY at DESC, notice_id`,
    accountId,
    now - shownForMs,
    sessionId,
  );
}

function dismissNotices(
  { db, now }: Transaction,
  { accountId, sessionId }: Parameters<AccountCareStore['dismissNotices']>[0],
): void {
  db.run('UPDATE sessions SET notices_seen_at = ? WHERE account_id = ? AND session_id = ?', now, accountId, sessionId);
}

export const noticesReads = { listNotices };
export const noticesWrites = { dismissNotices };
