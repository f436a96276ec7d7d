import { setImmediate as nextTurn } from 'node:timers/promises';
import type { MessageDocument } from '../../domain/conversation.ts';
import { connectionDocument } from '../../domain/inbox/connection.ts';
import { messageIdentity } from '../../domain/message-identity.ts';
import { pageDocument } from '../../domain/page/page.ts';
import type { ConversationDocument, ProfileDocument, WorkspaceEntry } from '../../domain/workspace-document.ts';
import { type Connection, openConnection } from './connection.ts';
import { listConnections } from './inbox-reads.ts';
import { listPages } from './pages.ts';
import { orUnavailable } from './sqlite-failure.ts';

/** How many rows are read in one turn of the event loop. */
const rowsPerTurn = 2_000;

/**
 * Returns one workspace as an entry of a workspace document, as of one moment, or null if it does not exist. Lets other
 * work run while it reads.
 */
export async function exportWorkspace(path: string, workspaceId: string): Promise<WorkspaceEntry | null> {
  // This uses a separate connection, because a snapshot held over several turns must not make other reads stale.
  const db = orUnavailable(() => openConnection(path, { busyTimeoutMs: 1_000 }));
  try {
    orUnavailable(() => db.execute('PRAGMA query_only = ON; BEGIN'));
    const entry = orUnavailable(() => readHead(db, workspaceId));
    if (entry === null) return null;
    const profiles = orUnavailable(() => readProfiles(db, workspaceId));
    const conversations: ConversationDocument[] = [];
    const rows = readConversations(db, workspaceId);
    for (let next = orUnavailable(() => rows.next()); next.done !== true; next = orUnavailable(() => rows.next())) {
      if (next.value === null) await nextTurn();
      else conversations.push(next.value);
    }
    const connections = orUnavailable(() => listConnections({ db }, { workspaceId })) ?? [];
    const described = connections.map(connectionDocument);
    const pages = (orUnavailable(() => listPages({ db }, { workspaceId })) ?? []).map(pageDocument);
    return {
      ...entry,
      profiles,
      conversations,
      ...(described.length > 0 && { connections: described }),
      ...(pages.length > 0 && { pages }),
    };
  } finally {
    db.close();
  }
}

function readHead(db: Connection, workspaceId: string): WorkspaceEntry | null {
  const row = db.get<{ entry: string }>(
    `SELECT json_object('id', workspace_id, 'name', name, 'plan', plan, 'status', status, 'monthlyReplies', monthly_replies,
       'allowedOrigins', json(allowed_origins), 'notifications', json(notifications), 'drafting', json(drafting), 'shares', json(shares)) AS entry
     FROM workspaces WHERE workspace_id = ?`,
    workspaceId,
  );
  return row === undefined ? null : present(JSON.parse(row.entry));
}

function readProfiles(db: Connection, workspaceId: string): ProfileDocument[] {
  const rows = db.all<{ id: string; displayName: string; status: 'active' | 'inactive'; persona: string }>(
    `SELECT profile_id AS id, display_name AS displayName, status, persona FROM profiles
     WHERE workspace_id = ? ORDER BY profile_id`,
    workspaceId,
  );
  return rows.map(({ id, displayName, status, persona }) => ({
    id,
    displayName,
    status,
    persona: JSON.parse(persona),
  }));
}

/**
 * Yields the conversations in the order of their ids. Also yields null from time to time, so that other work gets its
 * turn.
 */
function* readConversations(db: Connection, workspaceId: string): Generator<ConversationDocument | null> {
  let rowsRead = 0;
  let after = '';
  for (;;) {
    const row = db.get<{ id: string; entry: string }>(
      `SELECT conversation_id AS id, json_object('id', conversation_id, 'profileId', profile_id, 'channel', channel,
         'contact', json(contact), 'relationship', json(relationship), 'state', state) AS entry
       FROM conversations WHERE workspace_id = ? AND conversation_id > ? ORDER BY conversation_id LIMIT 1`,
      workspaceId,
      after,
    );
    if (row === undefined) return;
    after = row.id;
    const messages: MessageDocument[] = [];
    for (const message of readMessages(db, { workspaceId, conversationId: row.id })) {
      messages.push(message);
      rowsRead += 1;
      if (rowsRead % rowsPerTurn === 0) yield null;
    }
    rowsRead += 1;
    if (rowsRead % rowsPerTurn === 0) yield null;
    yield { ...present<ConversationDocument>(JSON.parse(row.entry)), messages };
  }
}

interface MessageRow extends Omit<MessageDocument, 'sentAt' | 'senderType' | 'editedAt' | 'deletedAt' | 'attachments'> {
  readonly id: string;
  readonly position: number;
  readonly senderType: string | null;
  readonly sentAt: number;
  readonly editedAt: number | null;
  readonly deletedAt: number | null;
  readonly attachments: string | null;
}

function* readMessages(
  db: Connection,
  { workspaceId, conversationId }: { workspaceId: string; conversationId: string },
): Generator<MessageDocument> {
  let after = { sentAt: Number.MIN_SAFE_INTEGER, position: -1 };
  for (;;) {
    const rows = db.all<MessageRow>(
      `SELECT message_id AS id, direction, sender_type AS senderType, body, sent_at AS sentAt, position,
         edited_at AS editedAt, deleted_at AS deletedAt, attachments FROM messages
       WHERE workspace_id = ? AND conversation_id = ? AND (sent_at, position) > (?, ?) ORDER BY sent_at, position LIMIT 500`,
      workspaceId,
      conversationId,
      after.sentAt,
      after.position,
    );
    for (const row of rows) yield documentOf(row);
    const last = rows.at(-1);
    if (last === undefined || rows.length < 500) return;
    after = last;
  }
}

/** Returns a message as it appears in a workspace document. An id that is derived from the content is omitted. */
function documentOf(row: MessageRow): MessageDocument {
  const { id, direction, senderType, body, sentAt, editedAt, deletedAt, attachments } = row;
  return {
    ...(id === messageIdentity({ sentAt, direction, body }) ? {} : { id }),
    direction,
    ...(senderType === null ? {} : { senderType }),
    body,
    sentAt: written(sentAt),
    ...(editedAt !== null && { editedAt: written(editedAt) }),
    ...(deletedAt !== null && { deletedAt: written(deletedAt) }),
    ...(attachments !== null && { attachments: JSON.parse(attachments) }),
  };
}

function written(at: number): string {
  return new Date(at).toISOString().replace('.000Z', 'Z');
}

/** Removes the fields without a value. */
function present<Entry extends object>(entry: Entry): Entry {
  // The document's form omits null values, and only optional fields are ever null.
  return Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== null)) as Entry;
}
