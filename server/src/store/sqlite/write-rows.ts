import type { RowPage } from '../installation-port.ts';
import type { Connection } from './connection.ts';
import { columnValues, portableTables } from './portable-tables.ts';

/** Stores a page of rows unchanged, in the open transaction. */
export function writeRows(db: Connection, page: RowPage): void {
  if (page.table === 'messages') writeMessages(db, page);
  else writePlain(db, page);
}

function writePlain(db: Connection, page: RowPage): void {
  const form = portableTables[page.table];
  const isConversation = page.table === 'conversations';
  const owner = form.isShared ? [] : [page.workspaceId];
  const columns = form.columns.map(([, column]) => column);
  if (!form.isShared) columns.unshift('workspace_id');
  // A conversation's creation time is not exported, because nothing reads it.
  if (isConversation) columns.push('created_at');
  const sql = insert(form.table, columns);
  for (const row of page.rows) {
    const values = [...owner, ...columnValues(form, row)];
    if (isConversation) values.push(Number(row['lastMessageAt'] ?? 0));
    db.run(sql, ...values);
  }
}

/** Stores messages. Positions are local to this store and follow the order in which the messages arrive. */
function writeMessages(db: Connection, { workspaceId, rows }: RowPage): void {
  const form = portableTables.messages;
  const sql = insert('messages', ['workspace_id', 'position', ...form.columns.map(([, column]) => column)]);
  const positions = new Map<string, number>();
  for (const row of rows) {
    const conversationId = String(row['conversationId']);
    const position = positions.get(conversationId) ?? nextPosition(db, workspaceId, conversationId);
    db.run(sql, workspaceId, position, ...columnValues(form, row));
    positions.set(conversationId, position + 1);
  }
  for (const [conversationId, position] of positions) {
    db.run(
      'UPDATE conversations SET next_position = ? WHERE workspace_id = ? AND conversation_id = ?',
      position,
      workspaceId,
      conversationId,
    );
  }
}

function nextPosition(db: Connection, workspaceId: string, conversationId: string): number {
  const row = db.get<{ position: number }>(
    'SELECT next_position AS position FROM conversations WHERE workspace_id = ? AND conversation_id = ?',
    workspaceId,
    conversationId,
  );
  if (row === undefined) throw new Error('a message came before its conversation');
  return row.position;
}

function insert(table: string, columns: readonly string[]): string {
  return `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
}
