import type { Scope } from '../../domain/actor.ts';
import { OperatorError } from '../../lib/errors.ts';
import { tooManyKeys } from '../full-fault.ts';
import type { KeyRecord, KeyUse, NewKey } from '../key-port.ts';
import type { Store } from '../port.ts';
import type { Connection } from './connection.ts';
import type { Moment, Transaction } from './transaction.ts';

const columns = `key_id AS keyId, workspace_id AS workspaceId, name, scopes, created_at AS createdAt, expires_at AS expiresAt,
  revoked_at AS revokedAt, last_used_at AS lastUsedAt, requests, successor_id AS successorId, last_four AS lastFour`;

type KeyRow = Omit<KeyRecord, 'scopes'> & { readonly scopes: string };

/** Returns the keys of one workspace, or of all workspaces if `workspaceId` is null, newest first. */
function listKeys({ db }: Moment, { workspaceId }: { workspaceId: string | null }): KeyRecord[] {
  const rows =
    workspaceId === null
      ? db.all<KeyRow>(`SELECT ${columns} FROM keys ORDER BY created_at DESC, key_id`)
      : db.all<KeyRow>(
          `SELECT ${columns} FROM keys WHERE workspace_id = ? ORDER BY created_at DESC, key_id`,
          workspaceId,
        );
  return rows.map(recordOf);
}

function createKey({ db, now }: Transaction, key: NewKey): KeyRecord {
  if (db.get('SELECT 1 FROM workspaces WHERE workspace_id = ?', key.workspaceId) === undefined) {
    throw new OperatorError(
      `There is no workspace "${key.workspaceId}". "understudy workspaces list" lists all workspaces.`,
    );
  }
  if (key.maxActive !== undefined && keysInForce(db, key.workspaceId, now) >= key.maxActive)
    throw tooManyKeys(key.maxActive);
  db.run(
    `INSERT INTO keys (workspace_id, key_id, key_hash, name, scopes, created_at, lifetime_ms, expires_at, last_four)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    key.workspaceId,
    key.keyId,
    key.keyHash,
    key.name,
    JSON.stringify(key.scopes),
    now,
    key.lifetimeMs,
    key.lifetimeMs === null ? null : now + key.lifetimeMs,
    key.lastFour ?? null,
  );
  return storedKey(db, key.keyId);
}

function keysInForce(db: Connection, workspaceId: string, now: number): number {
  const sql = `SELECT count(*) AS count FROM keys WHERE workspace_id = ?1 AND revoked_at IS NULL AND ifnull(expires_at, ?2 + 1) > ?2`;
  return db.get<{ count: number }>(sql, workspaceId, now)?.count ?? 0;
}

function revokeKey({ db, now }: Transaction, { keyId }: { keyId: string }): KeyRecord | null {
  db.run('UPDATE keys SET revoked_at = ? WHERE key_id = ? AND revoked_at IS NULL', now, keyId);
  return findKey(db, keyId);
}

function rotateKey(
  tx: Transaction,
  { keyId, successorId, successorHash, successorLastFour, overlapMs, maxActive }: Parameters<Store['rotateKey']>[0],
): Awaited<ReturnType<Store['rotateKey']>> {
  const { db, now } = tx;
  const previous = findKey(db, keyId);
  if (previous === null || previous.revokedAt !== null) return null;
  if (previous.expiresAt !== null && previous.expiresAt <= now) return null;
  const lifetime = db.get<{ ms: number | null }>('SELECT lifetime_ms AS ms FROM keys WHERE key_id = ?', keyId);
  const { workspaceId, name, scopes } = previous;
  const lifetimeMs = lifetime?.ms ?? null;
  // Without an overlap, the successor immediately replaces the previous key.
  const successor = createKey(tx, {
    ...(maxActive !== undefined && overlapMs > 0 && { maxActive }),
    keyId: successorId,
    keyHash: successorHash,
    lastFour: successorLastFour,
    workspaceId,
    name,
    scopes,
    lifetimeMs,
  });
  db.run(
    'UPDATE keys SET expires_at = min(ifnull(expires_at, ?1), ?1), successor_id = ?2 WHERE key_id = ?3',
    now + overlapMs,
    successorId,
    keyId,
  );
  return { previous: storedKey(db, keyId), successor };
}

function touchKeys({ db }: Transaction, { uses }: { uses: readonly KeyUse[] }): void {
  for (const { workspaceId, keyId, lastUsedAt, requests } of uses) {
    db.run(
      `UPDATE keys SET last_used_at = max(ifnull(last_used_at, 0), ?), requests = requests + ?
       WHERE workspace_id = ? AND key_id = ?`,
      lastUsedAt,
      requests,
      workspaceId,
      keyId,
    );
  }
}

function findKey(db: Connection, keyId: string): KeyRecord | null {
  const row = db.get<KeyRow>(`SELECT ${columns} FROM keys WHERE key_id = ?`, keyId);
  return row === undefined ? null : recordOf(row);
}

function storedKey(db: Connection, keyId: string): KeyRecord {
  const key = findKey(db, keyId);
  if (key === null) throw new Error('a key that was just written is missing');
  return key;
}

function recordOf(row: KeyRow): KeyRecord {
  const scopes: Scope[] = JSON.parse(row.scopes);
  return { ...row, scopes };
}

export const keysReads = { listKeys };
export const keysWrites = { createKey, revokeKey, rotateKey, touchKeys };
