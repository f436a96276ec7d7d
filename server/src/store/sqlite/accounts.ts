import type {
  AccountChange,
  AccountRecord,
  AccountStore,
  MemberRecord,
  MembershipRecord,
  NewAccount,
  PasswordChange,
} from '../account-port.ts';
import { eraseAccount } from './account-care.ts';
import type { Connection } from './connection.ts';
import { readLink, useLink, withdrawInvitationsOf } from './links.ts';
import { addNotice } from './notices.ts';
import { endSessions, removePasskeys } from './sessions.ts';
import type { Moment, Transaction } from './transaction.ts';

const columns = `account_id AS accountId, email, name, is_installer AS isInstaller, password_hash AS passwordHash,
  is_installer OR proven_at IS NOT NULL AS isProven, disabled_at IS NOT NULL AS isDisabled`;

type AccountRow = Omit<AccountRecord, 'isInstaller' | 'isProven' | 'isDisabled'> & {
  readonly isInstaller: number;
  readonly isProven: number;
  readonly isDisabled: number;
};

function hasAccounts({ db }: Moment): boolean {
  return db.get('SELECT 1 FROM accounts LIMIT 1') !== undefined;
}

function createAccount(tx: Transaction, input: NewAccount): Awaited<ReturnType<AccountStore['createAccount']>> {
  const { db, now } = tx;
  const link = readLink(tx, input);
  const isFirst = input.kind === 'set_up';
  if (link === null || (isFirst && hasAccounts(tx))) return 'link_invalid';
  const email = isFirst ? input.email : (link.email ?? input.email);
  const other = accountByEmail(tx, { email });
  if (other !== null && (other.isProven || other.isDisabled)) return 'email_taken';
  if (other !== null && !link.provesAddress) return 'address_unproven';
  // Moves the old account's address out of the way until its memberships have been transferred.
  if (other !== null) db.run('UPDATE accounts SET email = account_id WHERE account_id = ?', other.accountId);
  db.run(
    'INSERT INTO accounts VALUES (?, ?, ?, ?, ?, ?, ?, NULL)',
    input.accountId,
    email,
    input.name,
    input.passwordHash,
    isFirst ? 1 : 0,
    now,
    link.provesAddress ? now : null,
  );
  if (other !== null) takeOver(tx, { from: other.accountId, to: input.accountId });
  useLink(tx, input);
  if (isFirst) db.run(`DELETE FROM links WHERE kind = 'set_up'`);
  if (link.workspaceId !== null) join(tx, { ...link, accountId: input.accountId });
  return 'created';
}

function joinWorkspace(
  tx: Transaction,
  { tokenHash, accountId }: Parameters<AccountStore['joinWorkspace']>[0],
): Awaited<ReturnType<AccountStore['joinWorkspace']>> {
  const link = readLink(tx, { tokenHash, kind: 'invitation' });
  const joining = account(tx, { accountId });
  if (link === null || joining === null) return 'link_invalid';
  if (link.email !== joining.email) return 'other_address';
  if (!joining.isProven && !isMember(tx.db, { accountId, workspaceId: link.workspaceId })) return 'address_unproven';
  useLink(tx, { tokenHash, kind: 'invitation' });
  join(tx, { ...link, accountId });
  return 'joined';
}

function join(
  { db, now }: Transaction,
  { accountId, workspaceId, role }: { accountId: string | null; workspaceId: string | null; role: string | null },
): void {
  db.run(
    `INSERT INTO members (account_id, workspace_id, role, joined_at) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET role = excluded.role`,
    accountId,
    workspaceId,
    role,
    now,
  );
}

function isMember(db: Connection, input: { accountId: string; workspaceId: string | null }): boolean {
  const sql = 'SELECT 1 FROM members WHERE account_id = ? AND workspace_id = ?';
  return db.get(sql, input.accountId, input.workspaceId) !== undefined;
}

/**
 * Transfers an unverified account's memberships to the new account of the person who verified the address. Removes the
 * unverified account with its credentials.
 */
function takeOver(tx: Transaction, { from, to }: { from: string; to: string }): void {
  tx.db.run('UPDATE OR IGNORE members SET account_id = ? WHERE account_id = ?', to, from);
  tx.db.run('DELETE FROM members WHERE account_id = ?', from);
  eraseAccount(tx, from);
}

function resetPassword(
  tx: Transaction,
  { tokenHash, passwordHash, notice }: Parameters<AccountStore['resetPassword']>[0],
): string | null {
  const { db, now } = tx;
  const link = readLink(tx, { tokenHash, kind: 'password_reset' });
  const reset = link?.accountId == null ? null : account(tx, { accountId: link.accountId });
  if (link === null || reset === null || reset.isDisabled) return null;
  const { accountId } = reset;
  const email = link.email ?? reset.email;
  const other = accountByEmail(tx, { email });
  if (other !== null && other.accountId !== accountId) {
    if (other.isProven || other.isDisabled) return null;
    takeOver(tx, { from: other.accountId, to: accountId });
  }
  useLink(tx, { tokenHash, kind: 'password_reset' });
  db.run('UPDATE accounts SET email = ?, proven_at = ? WHERE account_id = ?', email, now, accountId);
  const kind = email === reset.email ? 'password_reset' : 'address_changed';
  setPassword(tx, accountId, {
    hash: passwordHash,
    keptSessionId: null,
    keepsSessions: false,
    keepsPasskeys: link.keepsPasskeys,
  });
  addNotice(tx, { ...notice, accountId, kind, detail: kind === 'address_changed' ? email : '' });
  return accountId;
}

function setPassword(tx: Transaction, accountId: string, password: Omit<PasswordChange, 'notice'>): void {
  const { hash, keptSessionId, keepsSessions, keepsPasskeys } = password;
  tx.db.run('UPDATE accounts SET password_hash = ? WHERE account_id = ?', hash, accountId);
  tx.db.run(`DELETE FROM links WHERE account_id = ? AND kind = 'password_reset'`, accountId);
  if (!keepsSessions) endSessions(tx, { accountId, sessionId: null, keptSessionId });
  if (!keepsPasskeys) removePasskeys(tx, { accountId });
}

function accountByEmail({ db }: Moment, { email }: { email: string }): AccountRecord | null {
  return recordOf(db.get<AccountRow>(`SELECT ${columns} FROM accounts WHERE email = ?`, email));
}

function account({ db }: Pick<Moment, 'db'>, { accountId }: { accountId: string }): AccountRecord | null {
  return recordOf(db.get<AccountRow>(`SELECT ${columns} FROM accounts WHERE account_id = ?`, accountId));
}

function changeAccount(tx: Transaction, input: AccountChange): boolean {
  const { accountId, name, password } = input;
  const changed = tx.db.run('UPDATE accounts SET name = ifnull(?, name) WHERE account_id = ?', name, accountId);
  if (changed === 0) return false;
  if (password !== null) {
    setPassword(tx, accountId, password);
    addNotice(tx, { ...password.notice, accountId, kind: 'password_changed', detail: '' });
  }
  return true;
}

function workspacesOf({ db }: Moment, { accountId }: { accountId: string }): MembershipRecord[] {
  return db.all<MembershipRecord>(
    `SELECT w.workspace_id AS workspaceId, w.name, w.plan, w.status, iif(a.is_installer, 'owner', m.role) AS role
     FROM accounts a JOIN workspaces w LEFT JOIN members m ON m.account_id = a.account_id AND m.workspace_id = w.workspace_id
     WHERE a.account_id = ? AND (a.is_installer OR m.role IS NOT NULL) ORDER BY w.name, w.workspace_id`,
    accountId,
  );
}

function listMembers({ db }: Moment, { workspaceId }: { workspaceId: string }): MemberRecord[] {
  const rows = db.all<Omit<MemberRecord, 'isInstaller' | 'isProven'> & { isInstaller: number; isProven: number }>(
    `SELECT a.account_id AS accountId, a.email, a.name, a.is_installer AS isInstaller,
       a.is_installer OR a.proven_at IS NOT NULL AS isProven,
       iif(a.is_installer, 'owner', m.role) AS role, ifnull(m.joined_at, a.created_at) AS joinedAt,
       (SELECT max(last_seen_at) FROM sessions s WHERE s.account_id = a.account_id) AS lastSeenAt
     FROM accounts a LEFT JOIN members m ON m.account_id = a.account_id AND m.workspace_id = ?
     WHERE a.is_installer OR m.role IS NOT NULL ORDER BY a.name, a.account_id`,
    workspaceId,
  );
  return rows.map((row) => ({ ...row, isInstaller: row.isInstaller === 1, isProven: row.isProven === 1 }));
}

function changeMember(
  tx: Transaction,
  { workspaceId, accountId, role }: Parameters<AccountStore['changeMember']>[0],
): boolean {
  const { db } = tx;
  const isOfMember = 'account_id = ? AND workspace_id = ?';
  const changed =
    role === null
      ? db.run(`DELETE FROM members WHERE ${isOfMember}`, accountId, workspaceId)
      : db.run(`UPDATE members SET role = ? WHERE ${isOfMember}`, role, accountId, workspaceId);
  if (changed > 0 && role !== 'owner') withdrawInvitationsOf(db, { workspaceId, accountId });
  if (changed > 0 && role === null && belongsNowhere(db, accountId)) eraseAccount(tx, accountId);
  return changed > 0;
}

/**
 * Returns true if an account with an unverified address has no memberships left. Removing the account makes its address
 * available again.
 */
function belongsNowhere(db: Connection, accountId: string): boolean {
  const isLeft = db.get('SELECT 1 FROM members WHERE account_id = ?', accountId) !== undefined;
  return !isLeft && account({ db }, { accountId })?.isProven === false;
}

function recordOf(row: AccountRow | undefined): AccountRecord | null {
  if (row === undefined) return null;
  const { isInstaller, isProven, isDisabled, ...rest } = row;
  return { ...rest, isInstaller: isInstaller === 1, isProven: isProven === 1, isDisabled: isDisabled === 1 };
}

export const accountsReads = { account, accountByEmail, hasAccounts, listMembers, workspacesOf };
export const accountsWrites = { changeAccount, changeMember, createAccount, joinWorkspace, resetPassword };
