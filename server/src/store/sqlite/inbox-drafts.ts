import { createId } from '../../lib/ids.ts';
import { dataOf } from './inbox-rows.ts';
import type { Transaction } from './transaction.ts';

/** Stores an agent's draft for a stored conversation, with the messages and the epoch that it answers. */
export function keepAgentDraft(
  { db, now }: Transaction,
  input: {
    readonly workspaceId: string;
    readonly conversationId: string | null;
    readonly response: string;
    readonly conversationEpoch?: number | null;
  },
): void {
  const { workspaceId, conversationId, response, conversationEpoch } = input;
  if (conversationId === null || conversationEpoch == null) return;
  const of = [workspaceId, conversationId] as const;
  if (db.get('SELECT 1 FROM conversations WHERE workspace_id = ? AND conversation_id = ?', ...of) === undefined) return;
  const messages = db.all<{ id: string }>(
    `SELECT message_id AS id FROM messages WHERE workspace_id = ?1 AND conversation_id = ?2 AND direction = 'inbound' AND deleted_at IS NULL
       AND (sent_at, position) > (SELECT ifnull(max(sent_at), -9e15), ifnull(max(position), -1) FROM (
         SELECT sent_at, position FROM messages WHERE workspace_id = ?1 AND conversation_id = ?2 AND direction = 'outbound'
         ORDER BY sent_at DESC, position DESC LIMIT 1))
     ORDER BY sent_at DESC, position DESC LIMIT 40`,
    ...of,
  );
  const { decision } = JSON.parse(response);
  const data = {
    ...decision,
    messageIds: messages.reverse().map(({ id }) => id),
    itemsUsed: [],
    revision: null,
    isReleased: false,
  };
  db.run(
    `INSERT INTO reply_drafts (workspace_id, draft_id, conversation_id, connection_id, epoch, state, outbox_id, created_at, data)
     VALUES (?, ?, ?, NULL, ?, 'waiting', NULL, ?, ?)`,
    ...[workspaceId, createId('drf'), conversationId, conversationEpoch, now, dataOf(data, [])],
  );
}
