import type { Connection } from './connection.ts';
import type { ImportPortion } from './import-rows.ts';

/*
 * A document is staged in temporary tables of the writing connection, on disk, until it is complete. Other writes do
 * not wait in the meantime, and the one transaction that stores the document is as short as possible.
 */
const tables = `
  CREATE TEMP TABLE IF NOT EXISTS staged_workspaces (
    workspace_id TEXT PRIMARY KEY, name TEXT, plan TEXT, status TEXT, names_replies INTEGER, monthly_replies INTEGER,
    allowed_origins TEXT, names_notifications INTEGER, notifications TEXT, drafting TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE TEMP TABLE IF NOT EXISTS staged_profiles (
    workspace_id TEXT, profile_id TEXT, display_name TEXT, status TEXT, active_revision TEXT, inactive_revision TEXT,
    persona TEXT, PRIMARY KEY (workspace_id, profile_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TEMP TABLE IF NOT EXISTS staged_conversations (
    workspace_id TEXT, conversation_id TEXT, profile_id TEXT, state TEXT, channel TEXT, contact TEXT, relationship TEXT,
    path TEXT, change TEXT NOT NULL DEFAULT 'created', is_kept INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (workspace_id, conversation_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TEMP TABLE IF NOT EXISTS staged_messages (
    ordinal INTEGER PRIMARY KEY, workspace_id TEXT, conversation_id TEXT, message_id TEXT, is_named INTEGER,
    place INTEGER, sent_at INTEGER, direction TEXT, sender_type TEXT, body TEXT, edited_at INTEGER, deleted_at INTEGER,
    attachments TEXT,
    UNIQUE (workspace_id, conversation_id, message_id)
  ) STRICT;
  CREATE TEMP TABLE IF NOT EXISTS known_messages (
    ordinal INTEGER PRIMARY KEY, sent_at INTEGER, position INTEGER, is_changed INTEGER
  ) STRICT;
`;

/** Empties the staging tables. */
export function clearStaging(db: Connection): void {
  db.execute(tables);
  for (const table of ['workspaces', 'profiles', 'conversations', 'messages'])
    db.execute(`DELETE FROM staged_${table}`);
  db.execute('DELETE FROM known_messages');
}

/** Adds a portion of a document. A message that is already staged (same id in the same conversation) is skipped. */
export function stagePortion(db: Connection, { workspaces, profiles, conversations, messages }: ImportPortion): void {
  db.execute('BEGIN');
  try {
    for (const row of workspaces) {
      db.run(
        'INSERT INTO staged_workspaces VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
        row.workspaceId,
        row.name,
        row.plan,
        row.status,
        row.namesReplies ? 1 : 0,
        row.monthlyReplies,
        row.allowedOrigins,
        row.namesNotifications ? 1 : 0,
        row.notifications,
        row.drafting,
      );
    }
    for (const row of profiles) {
      db.run(
        'INSERT INTO staged_profiles VALUES (?, ?, ?, ?, ?, ?, ?)',
        row.workspaceId,
        row.profileId,
        row.displayName,
        row.status,
        row.persona?.activeRevision ?? null,
        row.persona?.inactiveRevision ?? null,
        row.persona?.json ?? null,
      );
    }
    for (const row of conversations) {
      db.run(
        `INSERT INTO staged_conversations (workspace_id, conversation_id, profile_id, state, channel, contact, relationship, path)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
        row.workspaceId,
        row.conversationId,
        row.profileId,
        row.state,
        row.channel,
        row.contact,
        row.relationship,
        row.path,
      );
    }
    for (const row of messages) {
      db.run(
        `INSERT INTO staged_messages (workspace_id, conversation_id, message_id, is_named, place, sent_at, direction, sender_type, body,
           edited_at, deleted_at, attachments)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
        row.workspaceId,
        row.conversationId,
        row.messageId,
        row.isNamed ? 1 : 0,
        row.place,
        row.sentAt,
        row.direction,
        row.senderType,
        row.body,
        row.editedAt,
        row.deletedAt,
        row.attachments,
      );
    }
    db.execute('COMMIT');
  } catch (error) {
    if (db.isInTransaction()) db.execute('ROLLBACK');
    throw error;
  }
}
