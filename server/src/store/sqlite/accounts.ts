import type {
  AccountChange,
  AccountRecord,
  AccountStore,
  MemberRecord,
  MembershipRecord,
  NewAccount,
} from '../account-port.ts';
import type { Connection } from './connection.ts';
import { readLink, useLink, withdrawInvitationsOf } from './links.ts';
import { endSessions } from './sessions.ts';
import type { Transaction } from './transaction.ts';

const columns = `account_id AS accountId, email, name, is_installer AS isInstaller, password_hash AS passwordHash`;

type AccountRow = Omit<AccountRecord, 'isInstaller'> & { readonly isInstaller: number };

export function hasAccounts(db: Connection): boolean {
  return db.get('SELECT 1 FROM accounts LIMIT 1') !== undefined;
}

export function createAccount(tx: Transaction, input: NewAccount): Awaited<ReturnType<AccountStore['createAccount']>> {
  const { db, now } = tx;
  const link = readLink(tx, input);
  const isFirst = input.kind === 'set_up';
  if (link === null || (isFirst && hasAccounts(db))) return 'link_invalid';
  const email = isFirst ? input.email : (link.email ?? input.email);
  if (accountByEmail(db, { email }) !== null) return 'email_taken';
  db.run(
    'INSERT INTO accounts VALUES (?, ?, ?, ?, ?, ?)',
    input.accountId,
    email,
    input.name,
    input.passwordHash,
    isFirst ? 1 : 0,
    now,
  );
  useLink(tx, input);
  if (isFirst) db.run(`DELETE FROM links WHERE kind = 'set_up'`);
  if (link.workspaceId !== null) join(tx, { ...link, accountId: input.accountId });
  return 'created';
}

export function joinWorkspace(
  tx: Transaction,
  { tokenHash, accountId }: Parameters<AccountStore['joinWorkspace']>[0],
): Awaited<ReturnType<AccountStore['joinWorkspace']>> {
  const link = readLink(tx, { tokenHash, kind: 'invitation' });
  const joining = account(tx.db, { accountId });
  if (link === null || joining === null) return 'link_invalid';
  if (link.email !== joining.email) return 'other_address';
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

export function resetPassword(
  tx: Transaction,
  { tokenHash, passwordHash }: Parameters<AccountStore['resetPassword']>[0],
): string | null {
  const accountId = useLink(tx, { tokenHash, kind: 'password_reset' })?.accountId ?? null;
  if (accountId === null) return null;
  changeAccount(tx, { accountId, name: null, passwordHash, keptSessionId: null });
  return accountId;
}

export function accountByEmail(db: Connection, { email }: { email: string }): AccountRecord | null {
  return recordOf(db.get<AccountRow>(`SELECT ${columns} FROM accounts WHERE email = ?`, email));
}

export function account(db: Connection, { accountId }: { accountId: string }): AccountRecord | null {
  return recordOf(db.get<AccountRow>(`SELECT ${columns} FROM accounts WHERE account_id = ?`, accountId));
}

export function changeAccount(tx: Transaction, input: AccountChange): boolean {
  const { accountId, name, passwordHash, keptSessionId } = input;
  const changed = tx.db.run(
    'UPDATE accounts SET name = ifnull(?, name), password_hash = ifnull(?, password_hash) WHERE account_id = ?',
    name,
    passwordHash,
    accountId,
  );
  if (passwordHash !== null) endSessions(tx, { accountId, sessionId: null, keptSessionId });
  return changed > 0;
}

export function workspacesOf(db: Connection, { accountId }: { accountId: string }): MembershipRecord[] {
  return db.all<MembershipRecord>(
    `SELECT w.workspace_id AS workspaceId, w.name, w.plan, w.status, iif(a.is_installer, 'owner', m.role) AS role
     FROM accounts a JOIN workspaces w LEFT JOIN members m ON m.account_id = a.account_id AND m.workspace_id = w.workspace_id
     WHERE a.account_id = ? AND (a.is_installer OR m.role IS NOT NULL) ORDER BY w.name, w.workspace_id`,
    accountId,
  );
}

export function listMembers(db: Connection, { workspaceId }: { workspaceId: string }): MemberRecord[] {
  const rows = db.all<Omit<MemberRecord, 'isInstaller'> & { isInstaller: number }>(
    `SELECT a.account_id AS accountId, a.email, a.name, a.is_installer AS isInstaller,
       iif(a.is_installer, 'owner', m.role) AS role, ifnull(m.joined_at, a.created_at) AS joinedAt,
       (SELECT max(last_seen_at) FROM sessions s WHERE s.account_id = a.account_id) AS lastSeenAt
     FROM accounts a LEFT JOIN members m ON m.account_id = a.account_id AND m.workspace_id = ?
     WHERE a.is_installer OR m.role IS NOT NULL ORDER BY a.name, a.account_id`,
    workspaceId,
  );
  return rows.map((row) => ({ ...row, isInstaller: row.isInstaller === 1 }));
}

export function changeMember(
  { db }: Transaction,
  { workspaceId, accountId, role }: Parameters<AccountStore['changeMember']>[0],
): boolean {
  const isOfMember = 'account_id = ? AND workspace_id = ?';
  const changed =
    role === null
      ? db.run(`DELETE FROM members WHERE ${isOfMember}`, accountId, workspaceId)
      : db.run(`UPDATE members SET role = ? WHERE ${isOfMember}`, role, accountId, workspaceId);
  if (changed > 0 && role !== 'owner') withdrawInvitationsOf(db, { workspaceId, accountId });
  return changed > 0;
}

function recordOf(row: AccountRow | undefined): AccountRecord | null {
  return row === undefined ? null : { ...row, isInstaller: row.isInstaller === 1 };
}
