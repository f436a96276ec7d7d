import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Filling } from './filling.ts';

/**
 * Inserts messages directly into the tables of a data folder that no service has open, workspace by workspace. Returns
 * the number of messages.
 */
export function fillSqlite(dataDir: string, { workspaces, perWorkspace, mayGoOn }: Filling): number {
  const path = join(dataDir, 'understudy.db');
  const db = new DatabaseSync(path);
  // These settings apply only while filling; the service uses its own.
  db.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -200000');
  const insert = db.prepare(`
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
    INSERT INTO messages (workspace_id, conversation_id, sent_at, position, message_id, direction, sender_type, body)
    SELECT ?, 'conv_one', 1600000000000 + n * 1000, 1000000 + n, 'old_' || n,
      CASE n % 2 WHEN 0 THEN 'inbound' ELSE 'outbound' END, NULL,
      'An older message, number ' || n || ', about mugs and bowls and when they are fired.' FROM numbers`);
  const count = db.prepare(`
    UPDATE conversations SET message_count = message_count + ?, next_position = 1000001 + ?
    WHERE workspace_id = ? AND conversation_id = 'conv_one'`);
  let filled = 0;
  try {
    for (const workspaceId of workspaces) {
      if (!mayGoOn()) break;
      db.exec('BEGIN');
      insert.run(perWorkspace, workspaceId);
      count.run(perWorkspace, perWorkspace, workspaceId);
      db.exec('COMMIT');
      filled += perWorkspace;
    }
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    db.close();
  }
  return filled;
}

/** Returns the size of the data folder's database file in bytes, without its log. */
export function sqliteBytes(dataDir: string): number {
  return statSync(join(dataDir, 'understudy.db')).size;
}
