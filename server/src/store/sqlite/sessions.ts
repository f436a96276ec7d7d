import type { Role } from '../../domain/console/shapes.ts';
import type {
  AccountStore,
  NewPasskey,
  NewSession,
  Notice,
  PasskeyRecord,
  SessionRecord,
  SessionSummary,
} from '../account-port.ts';
import { addNotice } from './notices.ts';
import type { Moment, Transaction } from './transaction.ts';

/**
 * The use of a session is recorded at most this often, so the end of the session is moved in steps of at least this
 * length.
 */
const touchedForMs = 600_000;

function openSession({ db, now, confirmed }: Transaction, session: NewSession): void {
  db.run('DELETE FROM sessions WHERE expires_at <= ?', confirmed);
  const endsAt = now + session.maxMs;
  db.run(
    'INSERT INTO sessions VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULL, NULL)',
    session.sessionHash,
    session.sessionId,
    session.accountId,
    now,
    now,
    Math.min(now + session.idleMs, endsAt),
    endsAt,
    session.browser,
  );
}

/** Returns the session, and whether its use should be recorded. Returns null if the session is not valid. */
export function readSession(
  { db, now }: Moment,
  { sessionHash, workspaceId }: Parameters<AccountStore['useSession']>[0],
): { record: SessionRecord; isStale: boolean } | null {
  const row = db.get<{
    sessionId: string;
    expiresAt: number;
    lastSeenAt: number;
    accountId: string;
    email: string;
    name: string;
    isInstaller: number;
    hasPassword: number;
    role: Role | null;
  }>(
    `SELECT s.session_id AS sessionId, s.expires_at AS expiresAt, s.last_seen_at AS lastSeenAt, a.account_id AS accountId,
       a.email, a.name, a.is_installer AS isInstaller, a.password_hash IS NOT NULL AS hasPassword,
       (SELECT iif(a.is_installer, 'owner', m.role) FROM workspaces w
        LEFT JOIN members m ON m.account_id = a.account_id AND m.workspace_id = w.workspace_id
        WHERE w.workspace_id = ?) AS role
     FROM sessions s JOIN accounts a ON a.account_id = s.account_id WHERE s.session_hash = ? AND s.expires_at > ?
       AND a.disabled_at IS NULL`,
    workspaceId,
    sessionHash,
    now,
  );
  if (row === undefined) return null;
  const { lastSeenAt, ...rest } = row;
  const record = { ...rest, isInstaller: row.isInstaller === 1, hasPassword: row.hasPassword === 1 };
  return { record, isStale: lastSeenAt <= now - touchedForMs };
}

function touchSession({ db, now }: Transaction, { sessionHash, idleMs }: { sessionHash: string; idleMs: number }) {
  db.run(
    'UPDATE sessions SET last_seen_at = ?1, expires_at = min(?1 + ?2, ends_at) WHERE session_hash = ?3 AND expires_at > ?1',
    now,
    idleMs,
    sessionHash,
  );
}

function listSessions({ db, now }: Moment, { accountId }: { accountId: string }): SessionSummary[] {
  return db.all<SessionSummary>(
    `SELECT session_id AS sessionId, created_at AS createdAt, last_seen_at AS lastSeenAt, expires_at AS expiresAt, browser
     FROM sessions WHERE account_id = ? AND expires_at > ? ORDER BY last_seen_at DESC, session_id`,
    accountId,
    now,
  );
}

/**
 * Ends one session of an account. If `sessionId` is null, ends all sessions except the kept one. Returns how many
 * sessions ended.
 */
export function endSessions(
  { db }: Transaction,
  {
    accountId,
    sessionId,
    keptSessionId = null,
  }: { accountId: string; sessionId: string | null; keptSessionId?: string | null },
): number {
  return db.run(
    'DELETE FROM sessions WHERE account_id = ?1 AND (?2 IS NULL OR session_id = ?2) AND session_id IS NOT ?3',
    accountId,
    sessionId,
    keptSessionId,
  );
}

const passkeyColumns = `credential_id AS credentialId, account_id AS accountId, name, public_key AS publicKey, counter, transports,
  created_at AS createdAt, last_used_at AS lastUsedAt`;

type PasskeyRow = Omit<PasskeyRecord, 'transports'> & { readonly transports: string };

function addPasskey(tx: Transaction, passkey: NewPasskey & { readonly notice: Notice }): boolean {
  const { db, now } = tx;
  const added = db.run(
    'INSERT INTO passkeys VALUES (?, ?, ?, ?, ?, ?, ?, NULL) ON CONFLICT DO NOTHING',
    passkey.credentialId,
    passkey.accountId,
    passkey.name,
    passkey.publicKey,
    passkey.counter,
    JSON.stringify(passkey.transports),
    now,
  );
  if (added > 0)
    addNotice(tx, { ...passkey.notice, accountId: passkey.accountId, kind: 'passkey_added', detail: passkey.name });
  return added > 0;
}

export function removePasskeys({ db }: Transaction, { accountId }: { accountId: string }): void {
  db.run('DELETE FROM passkeys WHERE account_id = ?', accountId);
}

function listPasskeys({ db }: Moment, { accountId }: { accountId: string }): PasskeyRecord[] {
  const sql = `SELECT ${passkeyColumns} FROM passkeys WHERE account_id = ? ORDER BY created_at, credential_id`;
  return db.all<PasskeyRow>(sql, accountId).map(passkeyOf);
}

function readPasskey({ db }: Moment, { credentialId }: { credentialId: string }): PasskeyRecord | null {
  const row = db.get<PasskeyRow>(`SELECT ${passkeyColumns} FROM passkeys WHERE credential_id = ?`, credentialId);
  return row === undefined ? null : passkeyOf(row);
}

function touchPasskey(
  { db, now }: Transaction,
  { credentialId, counter }: Parameters<AccountStore['touchPasskey']>[0],
): void {
  db.run('UPDATE passkeys SET counter = ?, last_used_at = ? WHERE credential_id = ?', counter, now, credentialId);
}

function removePasskey(
  { db }: Transaction,
  { accountId, credentialId }: Parameters<AccountStore['removePasskey']>[0],
): boolean {
  return db.run('DELETE FROM passkeys WHERE account_id = ? AND credential_id = ?', accountId, credentialId) > 0;
}

function passkeyOf(row: PasskeyRow): PasskeyRecord {
  const transports: string[] = JSON.parse(row.transports);
  return { ...row, transports };
}

export const sessionsReads = { listPasskeys, listSessions, passkey: readPasskey };
export const sessionsWrites = { addPasskey, endSessions, openSession, removePasskey, touchPasskey, touchSession };
