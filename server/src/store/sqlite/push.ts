import type { PushStore, PushTarget } from '../push-port.ts';
import type { Moment, Transaction } from './transaction.ts';

/**
 * SQL that selects the sessions that are notified about a workspace (?1) at a time (?2). An installer is notified about
 * every workspace.
 */
export const isTold = `s.push IS NOT NULL AND s.expires_at > ?2 AND a.disabled_at IS NULL AND (a.is_installer
  OR EXISTS (SELECT 1 FROM members m WHERE m.account_id = a.account_id AND m.workspace_id = ?1))`;

function pushTargets({ db, now }: Moment, { workspaceId }: { workspaceId: string }): PushTarget[] {
  return db.all<PushTarget>(
    `SELECT s.session_id AS sessionId, s.account_id AS accountId, s.push
     FROM sessions s JOIN accounts a ON a.account_id = s.account_id WHERE ${isTold} ORDER BY s.session_id`,
    workspaceId,
    now,
  );
}

function keepPush({ db }: Transaction, { sessionId, push }: Parameters<PushStore['keepPush']>[0]): boolean {
  return db.run('UPDATE sessions SET push = ? WHERE session_id = ?', push, sessionId) > 0;
}

export const pushReads = { pushTargets };
export const pushWrites = { keepPush };
