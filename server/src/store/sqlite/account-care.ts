import type { Role } from '../../domain/console/shapes.ts';
import type { AccountCareStore, AccountSummary } from '../account-care-port.ts';
import { eraseAuditOfAccount } from './audit.ts';
import type { Connection } from './connection.ts';
import { endSessions } from './sessions.ts';
import type { Moment, Transaction } from './transaction.ts';

type SummaryRow = Omit<AccountSummary, 'isInstaller' | 'isProven' | 'isDisabled' | 'memberships'> & {
  readonly isInstaller: number;
  readonly isProven: number;
  readonly isDisabled: number;
};

function listAccounts({ db }: Moment): AccountSummary[] {
  const rows = db.all<SummaryRow>(
    `SELECT account_id AS accountId, email, name, is_installer AS isInstaller, created_at AS createdAt,
       is_installer OR proven_at IS NOT NULL AS isProven, disabled_at IS NOT NULL AS isDisabled,
       (SELECT max(last_seen_at) FROM sessions s WHERE s.account_id = a.account_id) AS lastSeenAt,
       (SELECT count(*) FROM passkeys p WHERE p.account_id = a.account_id) AS passkeys
     FROM accounts a ORDER BY email`,
  );
  return rows.map((row) => ({
    ...row,
    isInstaller: row.isInstaller === 1,
    isProven: row.isProven === 1,
    isDisabled: row.isDisabled === 1,
    memberships: db.all<{ workspaceId: string; role: Role }>(
      'SELECT workspace_id AS workspaceId, role FROM members WHERE account_id = ? ORDER BY workspace_id',
      row.accountId,
    ),
  }));
}

function setAccountDisabled(
  tx: Transaction,
  { accountId, isDisabled }: Parameters<AccountCareStore['setAccountDisabled']>[0],
): boolean {
  const at = isDisabled ? tx.now : null;
  if (tx.db.run('UPDATE accounts SET disabled_at = ? WHERE account_id = ?', at, accountId) === 0) return false;
  endSessions(tx, { accountId, sessionId: null });
  endLinksOf(tx.db, accountId);
  return true;
}

function removeAccount(
  tx: Transaction,
  { accountId }: Parameters<AccountCareStore['removeAccount']>[0],
): Awaited<ReturnType<AccountCareStore['removeAccount']>> {
  const { db } = tx;
  const found = db.get<{ isInstaller: number; others: number }>(
    `SELECT is_installer AS isInstaller, (SELECT count(*) FROM accounts WHERE account_id <> ?1) AS others
     FROM accounts WHERE account_id = ?1`,
    accountId,
  );
  if (found === undefined) return 'missing';
  if (found.isInstaller === 1 && found.others > 0) return 'installer';
  db.run('DELETE FROM members WHERE account_id = ?', accountId);
  eraseAccount(tx, accountId);
  return 'removed';
}

/** Removes an account that has no memberships left. */
export function eraseAccount(tx: Transaction, accountId: string): void {
  endSessions(tx, { accountId, sessionId: null });
  endLinksOf(tx.db, accountId);
  eraseAuditOfAccount(tx.db, accountId);
  for (const table of ['passkeys', 'account_notices', 'accounts']) {
    tx.db.run(`DELETE FROM ${table} WHERE account_id = ?`, accountId);
  }
}

function makeInstaller(
  { db, now }: Transaction,
  { accountId }: Parameters<AccountCareStore['makeInstaller']>[0],
): Awaited<ReturnType<AccountCareStore['makeInstaller']>> {
  const found = db.get<{ isInstaller: number; provenAt: number | null; disabledAt: number | null }>(
    'SELECT is_installer AS isInstaller, proven_at AS provenAt, disabled_at AS disabledAt FROM accounts WHERE account_id = ?',
    accountId,
  );
  if (found === undefined) return 'missing';
  if (found.disabledAt !== null) return 'disabled';
  if (found.isInstaller === 1) return 'made';
  if (found.provenAt === null) return 'unproven';
  db.run(
    `DELETE FROM links WHERE kind = 'invitation' AND account_id IN (SELECT account_id FROM accounts WHERE is_installer)`,
  );
  db.run('UPDATE accounts SET is_installer = 0, proven_at = ifnull(proven_at, ?) WHERE is_installer', now);
  db.run('UPDATE accounts SET is_installer = 1 WHERE account_id = ?', accountId);
  return 'made';
}

function endLinksOf(db: Connection, accountId: string): void {
  db.run('DELETE FROM links WHERE account_id = ?', accountId);
}

export const accountCareReads = { listAccounts };
export const accountCareWrites = { makeInstaller, removeAccount, setAccountDisabled };
