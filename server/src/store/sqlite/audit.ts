import { auditHashOf } from '../../domain/audit-hash.ts';
import type { AuditChain, AuditRecord, AuditStore, NewAuditEntry } from '../audit-port.ts';
import type { Connection } from './connection.ts';
import type { Moment, Transaction } from './transaction.ts';

const chainColumns = `workspace_id AS workspaceId, first_sequence AS firstSequence, anchor, last_sequence AS lastSequence,
  last_hash AS lastHash`;

export function appendAudit({ db, now }: Transaction, entry: NewAuditEntry): void {
  const { workspaceId, body, personal, salt, personalHash, actorId, subject } = entry;
  db.run(`INSERT INTO audit_chains VALUES (?, 1, '', 0, '') ON CONFLICT DO NOTHING`, workspaceId);
  const chain = db.get<AuditChain>(`SELECT ${chainColumns} FROM audit_chains WHERE workspace_id = ?`, workspaceId);
  if (chain === undefined) throw new Error('an audit chain that was just created does not exist');
  const sequence = chain.lastSequence + 1;
  const hash = auditHashOf(chain.lastHash, { workspaceId, sequence, at: now, body, personalHash });
  db.run(
    'INSERT INTO audit_entries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    workspaceId,
    sequence,
    now,
    body,
    personal,
    salt,
    personalHash,
    hash,
    actorId,
    subject,
  );
  db.run(
    'UPDATE audit_chains SET last_sequence = ?, last_hash = ? WHERE workspace_id = ?',
    sequence,
    hash,
    workspaceId,
  );
}

function auditEntries(
  { db }: Moment,
  { workspaceId, after, limit }: Parameters<AuditStore['auditEntries']>[0],
): AuditRecord[] {
  return db.all<AuditRecord>(
    `SELECT workspace_id AS workspaceId, sequence, at, body, personal, salt, personal_hash AS personalHash, hash
     FROM audit_entries WHERE workspace_id = ? AND sequence > ? ORDER BY sequence LIMIT ?`,
    workspaceId,
    after,
    limit,
  );
}

function auditChains({ db }: Moment): AuditChain[] {
  return db.all<AuditChain>(`SELECT ${chainColumns} FROM audit_chains ORDER BY workspace_id`);
}

function expireAudit(tx: Transaction, { olderMs }: { olderMs: number }): number {
  const { db, confirmed } = tx;
  let removed = 0;
  for (const { workspaceId, firstSequence, lastSequence } of auditChains(tx)) {
    const kept = db.get<{ first: number | null }>(
      'SELECT min(sequence) AS first FROM audit_entries WHERE workspace_id = ? AND at > ?',
      workspaceId,
      confirmed - olderMs,
    );
    const first = Math.min(lastSequence, kept?.first ?? lastSequence);
    if (first <= firstSequence) continue;
    const before = db.get<{ hash: string }>(
      'SELECT hash FROM audit_entries WHERE workspace_id = ? AND sequence = ?',
      workspaceId,
      first - 1,
    );
    // An entry is missing. The chain is left unchanged, so that verification finds the gap.
    if (before === undefined) continue;
    removed += db.run('DELETE FROM audit_entries WHERE workspace_id = ? AND sequence < ?', workspaceId, first);
    db.run(
      'UPDATE audit_chains SET first_sequence = ?, anchor = ? WHERE workspace_id = ?',
      first,
      before.hash,
      workspaceId,
    );
  }
  return removed;
}

const erased = 'SET personal = NULL, salt = NULL, subject = NULL';

/** Erases the personal part of an account's entries. The chain stays valid without it. */
export function eraseAuditOfAccount(db: Connection, accountId: string): void {
  db.run(`UPDATE audit_entries ${erased} WHERE actor_id = ? AND personal IS NOT NULL`, accountId);
}

/** Erases the personal part of the entries about a conversation. The chain stays valid without it. */
export function eraseAuditOfConversation(db: Connection, workspaceId: string, conversationId: string): void {
  db.run(`UPDATE audit_entries ${erased} WHERE workspace_id = ? AND subject = ?`, workspaceId, conversationId);
}

export const auditReads = { auditChains, auditEntries };
export const auditWrites = { appendAudit, expireAudit };
