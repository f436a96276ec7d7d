import type { AccountStore, LinkRecord, NewLink } from '../account-port.ts';
import { tooManyInvitations } from '../full-fault.ts';
import type { Connection } from './connection.ts';
import type { Moment, Transaction } from './transaction.ts';

const columns = `link_id AS linkId, kind, workspace_id AS workspaceId, role, email, account_id AS accountId, made_by AS madeBy,
  proves_address AS provesAddress, keeps_passkeys AS keepsPasskeys, created_at AS createdAt, expires_at AS expiresAt`;

type LinkRow = Omit<LinkRecord, 'provesAddress' | 'keepsPasskeys'> & {
  readonly provesAddress: number;
  readonly keepsPasskeys: number;
};

function makeLink({ db, now, confirmed }: Transaction, link: NewLink): LinkRecord | null {
  if (link.kind === 'invitation' && link.accountId !== null && !isOwner(db, link)) return null;
  db.run('DELETE FROM links WHERE expires_at <= ?', confirmed);
  if (link.kind === 'set_up') {
    db.run(
      `DELETE FROM links WHERE kind = 'set_up' AND token_hash NOT IN (
         SELECT token_hash FROM links WHERE kind = 'set_up' ORDER BY created_at DESC, token_hash LIMIT 19)`,
    );
  } else if (link.kind === 'password_reset') {
    db.run('DELETE FROM links WHERE kind = ? AND account_id IS ?', link.kind, link.accountId);
  } else if (link.kind === 'invitation') {
    db.run(
      'DELETE FROM links WHERE kind = ? AND workspace_id IS ? AND email IS ?',
      link.kind,
      link.workspaceId,
      link.email,
    );
    const open = db.get<{ count: number }>(
      `SELECT count(*) AS count FROM links WHERE workspace_id IS ? AND kind = 'invitation' AND expires_at > ?`,
      link.workspaceId,
      now,
    );
    if (link.maxOpen !== undefined && (open?.count ?? 0) >= link.maxOpen) throw tooManyInvitations(link.maxOpen);
  }
  db.run(
    'INSERT INTO links VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    link.tokenHash,
    link.linkId,
    link.kind,
    link.workspaceId,
    link.role,
    link.email,
    link.accountId,
    link.madeBy,
    now,
    now + link.lifetimeMs,
    link.provesAddress ? 1 : 0,
    link.keepsPasskeys ? 1 : 0,
  );
  const { tokenHash: _, lifetimeMs, maxOpen: __, ...record } = link;
  return { ...record, createdAt: now, expiresAt: now + lifetimeMs };
}

function isOwner(db: Connection, { accountId, workspaceId }: NewLink): boolean {
  const sql = `SELECT 1 FROM accounts WHERE account_id = ?1 AND (is_installer
    OR EXISTS (SELECT 1 FROM members WHERE account_id = ?1 AND workspace_id = ?2 AND role = 'owner'))`;
  return db.get(sql, accountId, workspaceId) !== undefined;
}

export function readLink(
  { db, now }: Moment,
  { tokenHash, kind }: Parameters<AccountStore['readLink']>[0],
): LinkRecord | null {
  const sql = `SELECT ${columns} FROM links WHERE token_hash = ? AND kind = ? AND expires_at > ?`;
  const row = db.get<LinkRow>(sql, tokenHash, kind, now);
  return row === undefined ? null : recordOf(row);
}

export function useLink(tx: Transaction, input: Parameters<AccountStore['useLink']>[0]): LinkRecord | null {
  const link = readLink(tx, input);
  if (link !== null) tx.db.run('DELETE FROM links WHERE token_hash = ?', input.tokenHash);
  return link;
}

function listInvitations({ db, now }: Moment, { workspaceId }: { workspaceId: string }): LinkRecord[] {
  const rows = db.all<LinkRow>(
    `SELECT ${columns} FROM links WHERE workspace_id = ? AND kind = 'invitation' AND expires_at > ?
     ORDER BY created_at DESC, link_id`,
    workspaceId,
    now,
  );
  return rows.map(recordOf);
}

function recordOf(row: LinkRow): LinkRecord {
  return { ...row, provesAddress: row.provesAddress === 1, keepsPasskeys: row.keepsPasskeys === 1 };
}

/** Withdraws an account's invitations to a workspace, including old ones that record only the inviter's name. */
export function withdrawInvitationsOf(
  db: Connection,
  { workspaceId, accountId }: { workspaceId: string; accountId: string },
): void {
  db.run(
    `DELETE FROM links WHERE workspace_id = ?1 AND kind = 'invitation' AND (account_id = ?2
       OR (account_id IS NULL AND made_by = (SELECT name FROM accounts WHERE account_id = ?2)))`,
    workspaceId,
    accountId,
  );
}

function withdrawInvitation(
  { db }: { db: Connection },
  { workspaceId, linkId }: Parameters<AccountStore['withdrawInvitation']>[0],
): boolean {
  const sql = `DELETE FROM links WHERE workspace_id = ? AND link_id = ? AND kind = 'invitation'`;
  return db.run(sql, workspaceId, linkId) > 0;
}

export const linksReads = { listInvitations, readLink };
export const linksWrites = { makeLink, useLink, withdrawInvitation };
