import { comparableHandle } from '../../domain/contact-handle.ts';
import { keeping } from '../../domain/keeping.ts';
import { periodOf } from '../../domain/period.ts';
import type { NewAuditEntry } from '../audit-port.ts';
import type { Store } from '../port.ts';
import type { ContactConversation } from '../retention-port.ts';
import { appendAudit, eraseAuditOfConversation } from './audit.ts';
import type { Connection } from './connection.ts';
import { type ChargedWrite, endLease } from './leases.ts';
import type { Moment, Transaction } from './transaction.ts';

const handlesPerPage = 5_000;
const ofConversation = 'workspace_id = ? AND conversation_id = ?';

export interface ForgettingStep {
  readonly messages: number;
  readonly notifications: number;
  readonly responses: number;
  /** Whether nothing is left to do. */
  readonly isOver: boolean;
  readonly isGone: boolean;
}

function contactConversations(
  { db }: Moment,
  { workspaceId, handle, conversationIds }: Parameters<Store['contactConversations']>[0],
): ContactConversation[] {
  return db.all<ContactConversation>(
    `SELECT conversation_id AS conversationId, channel, message_count AS messages,
       (SELECT count(*) FROM notifications n WHERE n.workspace_id = c.workspace_id AND n.conversation_id = c.conversation_id) AS notifications,
       (SELECT count(*) FROM writes w WHERE w.workspace_id = c.workspace_id AND w.conversation_id = c.conversation_id) AS responses,
       (SELECT count(*) FROM taught_phrases t WHERE t.workspace_id = c.workspace_id AND t.conversation_id = c.conversation_id) AS phrases
     FROM conversations c WHERE workspace_id = ?1
       AND conversation_id IN (SELECT value FROM json_each(?2))
     ORDER BY conversation_id`,
    workspaceId,
    JSON.stringify([...conversationIds, ...(handle === null ? [] : conversationsOf(db, workspaceId, handle))]),
  );
}

function* conversationsOf(db: Connection, workspaceId: string, handle: string): Generator<string> {
  let after: string | undefined = '';
  while (after !== undefined) {
    const page: { conversationId: string; handle: string | null }[] = db.all(
      `SELECT conversation_id AS conversationId, contact ->> 'handle' AS handle FROM conversations
       WHERE workspace_id = ? AND conversation_id > ? ORDER BY conversation_id LIMIT ?`,
      workspaceId,
      after,
      handlesPerPage,
    );
    for (const each of page) {
      if (each.handle !== null && comparableHandle(each.handle) === handle) yield each.conversationId;
    }
    after = page.length < handlesPerPage ? undefined : page.at(-1)?.conversationId;
  }
}

/**
 * Deletes at most `limit` messages of a conversation. If the conversation exists, also appends `entry`, if given, to
 * the audit log. The last step also deletes the conversation with all its related data. If `silentMs` is given, skips a
 * conversation unless its latest message is older than that.
 */
function forgetConversation(
  tx: Transaction,
  input: {
    workspaceId: string;
    conversationId: string;
    silentMs: number | null;
    limit: number;
    entry: NewAuditEntry | null;
  },
): ForgettingStep {
  const { db, confirmed } = tx;
  const { workspaceId, conversationId, silentMs, limit, entry } = input;
  const isSpared =
    silentMs !== null &&
    db.get(
      `SELECT 1 FROM conversations WHERE ${ofConversation} AND last_message_at < ?`,
      workspaceId,
      conversationId,
      confirmed - silentMs,
    ) === undefined;
  if (isSpared) return { messages: 0, notifications: 0, responses: 0, isOver: true, isGone: false };
  return overwriting(db, () => {
    const exists = db.get(`SELECT 1 FROM conversations WHERE ${ofConversation}`, workspaceId, conversationId);
    const messages = deleteOldest(tx, { workspaceId, conversationId, before: Number.MAX_SAFE_INTEGER, limit });
    if (entry !== null && exists !== undefined) appendAudit(tx, entry);
    if (messages === limit) return { messages, notifications: 0, responses: 0, isOver: false, isGone: false };
    const leased = db.all<ChargedWrite>(
      `SELECT write_id AS writeId, workspace_id AS workspaceId, period FROM writes WHERE ${ofConversation} AND state = 'leased'`,
      workspaceId,
      conversationId,
    );
    for (const write of leased) endLease(tx, write);
    db.run(
      `DELETE FROM draft_records WHERE workspace_id = ? AND idempotency_key IN (
         SELECT idempotency_key FROM writes WHERE operation = 'draft' AND ${ofConversation})`,
      workspaceId,
      workspaceId,
      conversationId,
    );
    const responses = db.run(`DELETE FROM writes WHERE ${ofConversation}`, workspaceId, conversationId);
    const notifications = db.run(`DELETE FROM notifications WHERE ${ofConversation}`, workspaceId, conversationId);
    // A change to the persona that came from the conversation stays, but no longer refers to it.
    db.run(`UPDATE persona_changes SET conversation_id = NULL WHERE ${ofConversation}`, workspaceId, conversationId);
    // A phrase that nobody accepted is removed. A phrase that the creator accepted stays; an erasure removes such a
    // phrase beforehand.
    db.run(`DELETE FROM taught_phrases WHERE ${ofConversation} AND state = 'suggested'`, workspaceId, conversationId);
    eraseAuditOfConversation(db, workspaceId, conversationId);
    const gone = db.run(`DELETE FROM conversations WHERE ${ofConversation}`, workspaceId, conversationId);
    return { messages, notifications, responses, isOver: true, isGone: gone > 0 };
  });
}

/**
 * Deletes at most `limit` messages of a conversation that were sent more than `olderMs` ago. Returns how many were
 * deleted.
 */
function expireMessages(
  tx: Transaction,
  {
    workspaceId,
    conversationId,
    olderMs,
    limit,
  }: { workspaceId: string; conversationId: string; olderMs: number; limit: number },
): number {
  const before = tx.confirmed - olderMs;
  return overwriting(tx.db, () => deleteOldest(tx, { workspaceId, conversationId, before, limit }));
}

/** Deletes expired finished notifications, charge ids, and draft records, at most `limit` of each. */
function expireRecords(
  { db, confirmed }: Transaction,
  { limit }: { limit: number },
): { notifications: number; charges: number; drafts: number } {
  const date = new Date(confirmed);
  const oldest = periodOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - keeping.chargeMonths, 1));
  const notifications = db.run(
    `DELETE FROM notifications WHERE (workspace_id, notification_id) IN (
       SELECT workspace_id, notification_id FROM notifications INDEXED BY notifications_finished
       WHERE due_at IS NULL AND created_at < ? ORDER BY created_at LIMIT ?)`,
    confirmed - keeping.finishedNotificationMs,
    limit,
  );
  const charges = db.run(
    `DELETE FROM charges WHERE (workspace_id, source, external_id) IN (
       SELECT workspace_id, source, external_id FROM charges WHERE period < ? ORDER BY period LIMIT ?)`,
    oldest.name,
    limit,
  );
  const drafts = db.run(
    `DELETE FROM draft_records WHERE (workspace_id, idempotency_key) IN (
       SELECT workspace_id, idempotency_key FROM draft_records WHERE created_at < ? ORDER BY created_at LIMIT ?)`,
    confirmed - keeping.draftRecordMs,
    limit,
  );
  return { notifications, charges, drafts };
}

export interface Ageing {
  readonly conversationId: string;
  /** Whether the latest message is from before the given time; null if the conversation never had a message. */
  readonly isOver: 0 | 1 | null;
  readonly hasOld: 0 | 1;
}

/**
 * Returns the next conversations of a workspace in order, at most `limit`, and whether each has messages from before
 * the given time.
 */
export function ageingConversations(
  db: Connection,
  { workspaceId, after, before, limit }: { workspaceId: string; after: string; before: number; limit: number },
): Ageing[] {
  return db.all<Ageing>(
    `SELECT conversation_id AS conversationId, last_message_at < ?1 AS isOver,
       EXISTS (SELECT 1 FROM messages m WHERE m.workspace_id = c.workspace_id AND m.conversation_id = c.conversation_id AND m.sent_at < ?1) AS hasOld
     FROM conversations c WHERE workspace_id = ?2 AND conversation_id > ?3 ORDER BY conversation_id LIMIT ?4`,
    before,
    workspaceId,
    after,
    limit,
  );
}

function deleteOldest(
  { db }: Transaction,
  {
    workspaceId,
    conversationId,
    before,
    limit,
  }: { workspaceId: string; conversationId: string; before: number; limit: number },
): number {
  const removed = db.run(
    `DELETE FROM messages WHERE ${ofConversation} AND (sent_at, position) IN (
       SELECT sent_at, position FROM messages WHERE ${ofConversation} AND sent_at < ? ORDER BY sent_at, position LIMIT ?)`,
    workspaceId,
    conversationId,
    workspaceId,
    conversationId,
    before,
    limit,
  );
  db.run(
    `UPDATE conversations SET message_count = message_count - ? WHERE ${ofConversation}`,
    removed,
    workspaceId,
    conversationId,
  );
  return removed;
}

/** Runs deletions that overwrite people's texts with zeros. Other deletions avoid this cost. */
export function overwriting<Result>(db: Connection, work: () => Result): Result {
  db.execute('PRAGMA secure_delete = ON');
  try {
    return work();
  } finally {
    db.execute('PRAGMA secure_delete = OFF');
  }
}

export const forgettingReads = { contactConversations };
export const forgettingWrites = { expireMessages, expireRecords, forgetConversation };
