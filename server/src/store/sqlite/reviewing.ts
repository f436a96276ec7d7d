import type { Contact, HistoryMessage, Relationship } from '../../domain/conversation.ts';
import type { HandoffVerdict } from '../../domain/notification.ts';
import type { ConsoleStore, Pulse, RecentThread, ThreadRecord } from '../console-port.ts';
import type { ReviewRecord } from '../inbox-page-port.ts';
import type { Connection } from './connection.ts';
import { conversationDrafts } from './inbox-reads.ts';
import { inboxMessageOf, messageColumns, type StoredMessage } from './inbox-rows.ts';
import type { Moment, Transaction } from './transaction.ts';

const historyLength = 40;
const draftsShown = 20;
export const cardColumns = `c.conversation_id AS conversationId, c.profile_id AS profileId, p.display_name AS displayName, c.state, c.channel,
  c.contact, c.message_count AS messages, c.last_message_at AS lastMessageAt, n.verdict, n.created_at AS waitingSince,
  (SELECT substr(m.body, 1, 160) FROM messages m WHERE m.workspace_id = c.workspace_id AND m.conversation_id = c.conversation_id
     AND m.direction = 'inbound' ORDER BY m.sent_at DESC, m.position DESC LIMIT 1) AS latestInbound`;
export const cardTables = `FROM conversations c JOIN profiles p ON p.workspace_id = c.workspace_id AND p.profile_id = c.profile_id
  LEFT JOIN notifications n ON n.workspace_id = c.workspace_id AND n.notification_id = (
    SELECT x.notification_id FROM notifications x WHERE x.workspace_id = c.workspace_id AND x.conversation_id = c.conversation_id
    ORDER BY x.created_at DESC LIMIT 1)`;

export type CardRow = Omit<ReviewRecord, 'contact' | 'verdict'> & {
  readonly contact: string | null;
  readonly verdict: string | null;
};

function reviewQueue(
  { db }: Moment,
  { workspaceId, limit }: Parameters<ConsoleStore['reviewQueue']>[0],
): { total: number; conversations: ReviewRecord[] } {
  const count = `SELECT count(*) AS total FROM conversations WHERE workspace_id = ? AND state = 'awaiting_owner'`;
  const total = db.get<{ total: number }>(count, workspaceId)?.total ?? 0;
  const rows = db.all<CardRow>(
    `SELECT ${cardColumns} ${cardTables} WHERE c.workspace_id = ? AND c.state = 'awaiting_owner'
     ORDER BY CASE json_extract(n.verdict, '$.urgency') WHEN 'urgent' THEN 0 WHEN 'high' THEN 1 ELSE 2 END,
       coalesce(n.created_at, c.last_message_at, 0), c.conversation_id LIMIT ?`,
    workspaceId,
    limit,
  );
  return { total, conversations: rows.map(cardOf) };
}

function readThread(
  { db, now, lived }: Moment,
  { workspaceId, conversationId, messages }: Parameters<ConsoleStore['thread']>[0],
): ThreadRecord | null {
  const row = db.get<CardRow>(
    `SELECT ${cardColumns} ${cardTables} WHERE c.workspace_id = ? AND c.conversation_id = ?`,
    workspaceId,
    conversationId,
  );
  if (row === undefined) return null;
  const stored = db.get<NonNullable<ThreadRecord['stored']>>(
    `SELECT idempotency_key AS key, response, trace, expires_at - (SELECT offset_ms FROM clock) AS expiresAt FROM writes WHERE workspace_id = ? AND conversation_id = ?
       AND operation = 'draft' AND state = 'done' AND expires_at > ? AND trace IS NOT NULL ORDER BY expires_at DESC LIMIT 1`,
    workspaceId,
    conversationId,
    lived,
  );
  const edited = db.get<NonNullable<ThreadRecord['edited']>>(
    'SELECT reply, by_name AS "by", at FROM conversation_replies WHERE workspace_id = ? AND conversation_id = ?',
    workspaceId,
    conversationId,
  );
  const of = [workspaceId, conversationId] as const;
  const newest = db.all<StoredMessage>(
    `SELECT ${messageColumns} FROM messages WHERE workspace_id = ? AND conversation_id = ? ORDER BY sent_at DESC, position DESC LIMIT ?`,
    ...of,
    messages,
  );
  const outbox = db.all<ThreadRecord['outbox'][number]>(
    `SELECT outbox_id AS outboxId, data ->> 'draftId' AS draftId, state FROM outbox
     WHERE workspace_id = ? AND conversation_id = ? AND state IN ('ready', 'claimed', 'uncertain') ORDER BY change_number`,
    ...of,
  );
  const lock = db.get<NonNullable<ThreadRecord['lock']>>(
    `SELECT connection_id AS connectionId, locked_until AS lockedUntil, held FROM threads WHERE workspace_id = ? AND conversation_id = ?`,
    ...of,
  );
  return {
    conversation: cardOf(row),
    relationship: relationshipOf(db, workspaceId, conversationId),
    thread: newest.reverse().map(inboxMessageOf),
    drafts: conversationDrafts(db, { workspaceId, conversationId, limit: draftsShown }),
    outbox,
    lock: lock ?? null,
    stored: stored ?? null,
    edited: edited ?? null,
    now,
  };
}

function saveReply(
  { db, now }: Transaction,
  { workspaceId, conversationId, reply, by }: Parameters<ConsoleStore['saveReply']>[0],
): boolean {
  const known = 'SELECT 1 FROM conversations WHERE workspace_id = ? AND conversation_id = ?';
  if (db.get(known, workspaceId, conversationId) === undefined) return false;
  if (reply === '') {
    const remove = 'DELETE FROM conversation_replies WHERE workspace_id = ? AND conversation_id = ?';
    db.run(remove, workspaceId, conversationId);
  } else {
    db.run(
      `INSERT INTO conversation_replies VALUES (?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET reply = excluded.reply, by_name = excluded.by_name, at = excluded.at`,
      workspaceId,
      conversationId,
      reply,
      by,
      now,
    );
  }
  return true;
}

function recentThreads(
  { db }: Moment,
  { workspaceId, profileId, limit }: Parameters<ConsoleStore['recentThreads']>[0],
): RecentThread[] {
  const conversations = db.all<{ conversationId: string; contact: string | null }>(
    `SELECT conversation_id AS conversationId, contact FROM conversations
     WHERE workspace_id = ? AND profile_id = ? AND last_message_at IS NOT NULL
     ORDER BY last_message_at DESC, conversation_id LIMIT ?`,
    workspaceId,
    profileId,
    limit,
  );
  return conversations.flatMap(({ conversationId, contact: stored }) => {
    const asked = db.get<{ body: string; sentAt: number; position: number }>(
      `SELECT body, sent_at AS sentAt, position FROM messages
       WHERE workspace_id = ? AND conversation_id = ? AND direction = 'inbound' ORDER BY sent_at DESC, position DESC LIMIT 1`,
      workspaceId,
      conversationId,
    );
    if (asked === undefined) return [];
    const contact: Contact | null = stored === null ? null : JSON.parse(stored);
    const history = messagesBefore(db, { workspaceId, conversationId, before: asked, limit: historyLength });
    const relationship = relationshipOf(db, workspaceId, conversationId);
    return [{ conversationId, contact, relationship, message: asked.body, sentAt: asked.sentAt, history }];
  });
}

function readPulse({ db }: Moment, { workspaceId }: { workspaceId: string }): Pulse {
  const text = (sql: string) => db.get<{ pulse: string | null }>(sql, workspaceId)?.pulse ?? '';
  const awaiting = `FROM conversations WHERE workspace_id = ?1 AND state = 'awaiting_owner'`;
  return {
    review: text(
      `SELECT (SELECT count(*) ${awaiting}) || '/' ||
         ifnull((SELECT last_message_at ${awaiting} ORDER BY last_message_at DESC, conversation_id LIMIT 1), '') || '/' ||
         ifnull((SELECT created_at FROM notifications WHERE workspace_id = ?1 ORDER BY created_at DESC LIMIT 1), '') || '/' ||
         ifnull((SELECT max(at) FROM conversation_replies WHERE workspace_id = ?1), '') || '/' ||
         ifnull((SELECT last_message_at FROM conversations WHERE workspace_id = ?1 ORDER BY last_message_at DESC, conversation_id LIMIT 1), '')
         || '/' || (SELECT count(*) FROM conversations WHERE workspace_id = ?1 AND state = 'closed') || '/' ||
         ifnull((SELECT created_at FROM reply_drafts WHERE workspace_id = ?1 ORDER BY created_at DESC, draft_id LIMIT 1), '') AS pulse`,
    ),
    deliveries: text(
      `SELECT group_concat(notification_id || state || attempts) AS pulse FROM (
         SELECT notification_id, state, attempts FROM notifications WHERE workspace_id = ?
         ORDER BY created_at DESC, notification_id LIMIT 50)`,
    ),
    persona: text(
      `SELECT ifnull((SELECT sum(version) FROM persona_drafts WHERE workspace_id = ?1), '') || '/' ||
         ifnull((SELECT group_concat(revision) FROM profiles WHERE workspace_id = ?1), '') AS pulse`,
    ),
  };
}

/** Returns the last messages before a position, oldest first. */
function messagesBefore(
  db: Connection,
  of: { workspaceId: string; conversationId: string; before: { sentAt: number; position: number }; limit: number },
): HistoryMessage[] {
  const rows = db.all<HistoryMessage>(
    `SELECT direction, sender_type AS senderType, body, sent_at AS sentAt FROM messages
     WHERE workspace_id = ? AND conversation_id = ? AND (sent_at, position) < (?, ?)
     ORDER BY sent_at DESC, position DESC LIMIT ?`,
    of.workspaceId,
    of.conversationId,
    of.before.sentAt,
    of.before.position,
    of.limit,
  );
  return rows.reverse();
}

function relationshipOf(db: Connection, workspaceId: string, conversationId: string): Relationship | null {
  const sql = 'SELECT relationship FROM conversations WHERE workspace_id = ? AND conversation_id = ?';
  const text = db.get<{ relationship: string | null }>(sql, workspaceId, conversationId)?.relationship ?? null;
  return text === null ? null : JSON.parse(text);
}

export function cardOf(row: CardRow): ReviewRecord {
  const contact: Contact | null = row.contact === null ? null : JSON.parse(row.contact);
  const verdict: HandoffVerdict | null = row.verdict === null ? null : JSON.parse(row.verdict);
  return { ...row, contact, verdict };
}

export const reviewingReads = { pulse: readPulse, recentThreads, reviewQueue, thread: readThread };
export const reviewingWrites = { saveReply };
