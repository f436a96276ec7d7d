import type { Tally } from '../workspace-port.ts';
import type { Transaction } from './transaction.ts';

/**
 * Stores the staged messages, after their conversations were checked. A known message (by its id, or by its timestamp,
 * direction and body) is updated; every other message is appended.
 */
export function importMessages(tx: Transaction, { total, dryRun }: { total: number; dryRun: boolean }): Tally {
  findKnown(tx);
  const { db } = tx;
  const {
    staged = 0,
    known = 0,
    updated = 0,
  } = db.get<{ staged: number; known: number; updated: number }>(
    `SELECT (SELECT count(*) FROM staged_messages) AS staged, count(*) AS known, ifnull(sum(is_changed), 0) AS updated
       FROM known_messages`,
  ) ?? {};
  if (!dryRun) {
    addNew(tx);
    if (updated > 0) bringUpToDate(tx);
    count(tx);
  }
  const created = staged - known;
  return { created, updated, unchanged: total - created - updated };
}

function findKnown({ db }: Transaction): void {
  const isChanged = `m.sent_at <> s.sent_at OR m.direction <> s.direction OR m.body <> s.body
    OR (s.sender_type IS NOT NULL AND s.sender_type IS NOT m.sender_type)
    OR (s.edited_at IS NOT NULL AND s.edited_at IS NOT m.edited_at)
    OR (s.deleted_at IS NOT NULL AND s.deleted_at IS NOT m.deleted_at)
    OR (s.attachments IS NOT NULL AND s.attachments IS NOT ifnull(m.attachments, '[]'))`;
  const ofStoredConversations = `staged_conversations c CROSS JOIN staged_messages s
    ON c.change <> 'created' AND s.workspace_id = c.workspace_id AND s.conversation_id = c.conversation_id`;
  db.run(
    `INSERT INTO known_messages
     SELECT s.ordinal, m.sent_at, m.position, ${isChanged} FROM ${ofStoredConversations}
     CROSS JOIN messages m
       ON m.workspace_id = s.workspace_id AND m.conversation_id = s.conversation_id AND m.message_id = s.message_id`,
  );
  db.run(
    `INSERT OR IGNORE INTO known_messages
     SELECT s.ordinal, m.sent_at, m.position, ${isChanged} FROM ${ofStoredConversations}
     CROSS JOIN messages m
       ON m.workspace_id = s.workspace_id AND m.conversation_id = s.conversation_id AND m.sent_at = s.sent_at
       AND m.direction = s.direction AND m.body = s.body
     WHERE NOT s.is_named AND s.ordinal NOT IN (SELECT ordinal FROM known_messages)`,
  );
}

function addNew({ db }: Transaction): void {
  db.run(
    `INSERT INTO messages (workspace_id, conversation_id, sent_at, position, message_id, direction, sender_type, body, edited_at, deleted_at,
       attachments)
     SELECT s.workspace_id, s.conversation_id, s.sent_at, c.next_position + s.place, s.message_id, s.direction, s.sender_type, s.body,
       s.edited_at, s.deleted_at, nullif(s.attachments, '[]')
     FROM staged_messages s CROSS JOIN conversations c
       ON c.workspace_id = s.workspace_id AND c.conversation_id = s.conversation_id
     WHERE s.ordinal NOT IN (SELECT ordinal FROM known_messages) ORDER BY s.ordinal`,
  );
}

function bringUpToDate({ db }: Transaction): void {
  db.run(
    `UPDATE messages AS m SET sent_at = s.sent_at, direction = s.direction, body = s.body,
       sender_type = ifnull(s.sender_type, m.sender_type), edited_at = ifnull(s.edited_at, m.edited_at),
       deleted_at = ifnull(s.deleted_at, m.deleted_at), attachments = nullif(ifnull(s.attachments, m.attachments), '[]')
     FROM known_messages k JOIN staged_messages s ON s.ordinal = k.ordinal
     WHERE k.is_changed AND m.workspace_id = s.workspace_id AND m.conversation_id = s.conversation_id
       AND m.sent_at = k.sent_at AND m.position = k.position`,
  );
}

function count({ db }: Transaction): void {
  db.run(
    `UPDATE conversations AS c SET
       message_count = message_count + d.created,
       next_position = next_position + d.places,
       epoch = epoch + (d.created = 0),
       last_message_at = (SELECT m.sent_at FROM messages m
         WHERE m.workspace_id = c.workspace_id AND m.conversation_id = c.conversation_id
         ORDER BY m.sent_at DESC, m.position DESC LIMIT 1)
     FROM (
       SELECT s.workspace_id, s.conversation_id, count(*) - count(k.ordinal) AS created, max(s.place) + 1 AS places
       FROM staged_messages s LEFT JOIN known_messages k ON k.ordinal = s.ordinal
       GROUP BY s.workspace_id, s.conversation_id
       HAVING count(*) > count(k.ordinal) OR sum(k.is_changed) > 0
     ) d
     WHERE c.workspace_id = d.workspace_id AND c.conversation_id = d.conversation_id`,
  );
}
