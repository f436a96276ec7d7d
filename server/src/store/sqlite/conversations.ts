import type { Contact, ConversationState } from '../../domain/conversation.ts';
import { messageIdentity } from '../../domain/message-identity.ts';
import { createId } from '../../lib/ids.ts';
import type { Store } from '../port.ts';
import type { AppendedMessage, AppendOutcome, ConversationSummary } from '../workspace-port.ts';
import type { Connection } from './connection.ts';
import { jsonText } from './json-text.ts';
import type { Moment, Transaction } from './transaction.ts';

const byId = 'workspace_id = ? AND conversation_id = ?';

/** Returns conversations, most recently active first. */
function listConversations(
  { db }: Moment,
  { workspaceId, state, limit }: Parameters<Store['listConversations']>[0],
): ConversationSummary[] {
  const select = `SELECT conversation_id AS conversationId, profile_id AS profileId, state, channel, contact,
    message_count AS messages, last_message_at AS lastMessageAt, t.connection_id AS connectionId, t.thread_id AS threadId, epoch,
    t.locked_until AS lockedUntil, t.held FROM conversations LEFT JOIN threads t USING (workspace_id, conversation_id) WHERE workspace_id = ?`;
  const newestFirst = 'ORDER BY last_message_at DESC, conversation_id LIMIT ?';
  type Row = Omit<ConversationSummary, 'contact'> & { contact: string | null };
  const rows =
    state === null
      ? db.all<Row>(`${select} ${newestFirst}`, workspaceId, limit)
      : db.all<Row>(`${select} AND state = ? ${newestFirst}`, workspaceId, state, limit);
  return rows.map((row) => {
    const contact: Contact | null = row.contact === null ? null : JSON.parse(row.contact);
    return { ...row, contact };
  });
}

function setConversationState(
  { db }: Transaction,
  { workspaceId, conversationId, action }: Parameters<Store['setConversationState']>[0],
): Awaited<ReturnType<Store['setConversationState']>> {
  const before = stateOf(db, workspaceId, conversationId);
  if (before === null) return null;
  const after = action === 'close' ? 'closed' : 'open';
  if (after !== before) {
    db.run(`UPDATE conversations SET state = ? WHERE ${byId}`, after, workspaceId, conversationId);
  }
  return { before, after };
}

function appendMessages(
  tx: Transaction,
  { workspaceId, messages }: Parameters<Store['appendMessages']>[0],
): AppendOutcome[] {
  return messages.map((message) => appendMessage(tx, workspaceId, message));
}

function appendMessage(tx: Transaction, workspaceId: string, message: AppendedMessage): AppendOutcome {
  const { db, now } = tx;
  const { conversationId, direction, body } = message;
  if (stateOf(db, workspaceId, conversationId) === null) {
    const refusal = createConversation(tx, workspaceId, message);
    if (refusal !== null) return refusal;
  }
  if (isKnown(db, workspaceId, message)) return 'duplicate';
  const sentAt = message.sentAt ?? now;
  // A message that has neither an id nor a timestamp is always a new message.
  const derivedId = message.sentAt === null ? createId('m') : messageIdentity({ sentAt, direction, body });
  db.run(
    `INSERT INTO messages (workspace_id, conversation_id, sent_at, position, message_id, direction, sender_type, body)
     SELECT workspace_id, conversation_id, ?, next_position, ?, ?, ?, ? FROM conversations WHERE ${byId}`,
    sentAt,
    message.messageId ?? derivedId,
    direction,
    message.senderType,
    body,
    workspaceId,
    conversationId,
  );
  db.run(
    `UPDATE conversations SET message_count = message_count + 1, next_position = next_position + 1,
       last_message_at = max(ifnull(last_message_at, ?1), ?1),
       state = CASE WHEN ?2 = 'inbound' AND state = 'closed' THEN 'open' ELSE state END
     WHERE workspace_id = ?3 AND conversation_id = ?4`,
    sentAt,
    direction,
    workspaceId,
    conversationId,
  );
  return 'appended';
}

/**
 * Returns true if a message is already stored. Messages are matched by id, or if they have none, by timestamp,
 * direction and body.
 */
function isKnown(db: Connection, workspaceId: string, message: AppendedMessage): boolean {
  const { conversationId, messageId, sentAt, direction, body } = message;
  if (messageId !== null) {
    const sameId = `SELECT 1 FROM messages WHERE ${byId} AND message_id = ?`;
    return db.get(sameId, workspaceId, conversationId, messageId) !== undefined;
  }
  if (sentAt === null) return false;
  const same = `SELECT 1 FROM messages WHERE ${byId} AND sent_at = ? AND direction = ? AND body = ?`;
  return db.get(same, workspaceId, conversationId, sentAt, direction, body) !== undefined;
}

function createConversation(
  { db, now }: Transaction,
  workspaceId: string,
  { conversationId, profileId, channel, contact }: AppendedMessage,
): AppendOutcome | null {
  if (profileId === null) return 'conversation_not_found';
  const profile = 'SELECT 1 FROM profiles WHERE workspace_id = ? AND profile_id = ?';
  if (db.get(profile, workspaceId, profileId) === undefined) return 'profile_not_found';
  db.run(
    `INSERT INTO conversations (workspace_id, conversation_id, profile_id, state, channel, created_at, contact)
     VALUES (?, ?, ?, 'open', ?, ?, ?)`,
    workspaceId,
    conversationId,
    profileId,
    channel,
    now,
    jsonText(contact),
  );
  return null;
}

function stateOf(db: Connection, workspaceId: string, conversationId: string): ConversationState | null {
  const sql = `SELECT state FROM conversations WHERE ${byId}`;
  return db.get<{ state: ConversationState }>(sql, workspaceId, conversationId)?.state ?? null;
}

export const conversationsReads = { listConversations };
export const conversationsWrites = { appendMessages, setConversationState };
