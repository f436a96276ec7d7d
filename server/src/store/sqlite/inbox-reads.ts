import type { DraftRow, OutboxRow } from '../../domain/inbox/rows.ts';
import { type InboxStore, inboxKeeping, type OutboxChanges, type SealedSecretRef } from '../inbox-port.ts';
import type { Connection } from './connection.ts';
import {
  connectionColumns,
  connectionOf,
  draftColumns,
  outboxColumns,
  type StoredConnection,
  type WithData,
  whole,
} from './inbox-rows.ts';
import type { Moment, Transaction } from './transaction.ts';

type Input<Name extends keyof InboxStore> = Parameters<InboxStore[Name]>[0];
type Answer<Name extends keyof InboxStore> = Awaited<ReturnType<InboxStore[Name]>>;

function receiver({ db, now }: Moment, { receiverId }: Input<'receiver'>): Answer<'receiver'> {
  const row = db.get<StoredConnection & { workspaceId: string }>(
    `SELECT workspace_id AS workspaceId, ${connectionColumns} FROM connections WHERE receiver_id = ?`,
    receiverId,
  );
  if (row === undefined) return null;
  const { workspaceId, ...connection } = row;
  return { ...connectionOf(connection), workspaceId, now };
}

export function listConnections(
  { db }: Pick<Moment, 'db'>,
  { workspaceId }: Input<'listConnections'>,
): Answer<'listConnections'> {
  if (db.get('SELECT 1 FROM workspaces WHERE workspace_id = ?', workspaceId) === undefined) return null;
  return db
    .all<StoredConnection>(
      `SELECT ${connectionColumns} FROM connections WHERE workspace_id = ? AND state <> 'removed' ORDER BY connection_id`,
      workspaceId,
    )
    .map(connectionOf);
}

function workspacesWithWakingThreads({ db, now }: Moment, { limit }: { limit: number }): string[] {
  const rows = db.all<{ id: string }>(
    `SELECT workspace_id AS id FROM threads WHERE wake_at <= ? GROUP BY workspace_id ORDER BY min(wake_at) LIMIT ?`,
    now,
    limit,
  );
  return rows.map(({ id }) => id);
}

function wakingThreads({ db, now }: Moment, { workspaceId, limit }: Input<'wakingThreads'>): string[] {
  const rows = db.all<{ id: string }>(
    `SELECT conversation_id AS id FROM threads WHERE wake_at <= ? AND workspace_id = ? ORDER BY wake_at LIMIT ?`,
    now,
    workspaceId,
    limit,
  );
  return rows.map(({ id }) => id);
}

function workspacesWithHeldThreads({ db, now }: Moment, { limit }: { limit: number }): string[] {
  const rows = db.all<{ id: string }>(
    'SELECT DISTINCT workspace_id AS id FROM threads WHERE held IS NOT NULL AND held_at > ? ORDER BY 1 LIMIT ?',
    now - inboxKeeping.heldMs,
    limit,
  );
  return rows.map(({ id }) => id);
}

function heldThreads({ db, now }: Moment, { workspaceId, limit }: Input<'heldThreads'>): string[] {
  const rows = db.all<{ id: string }>(
    `SELECT t.conversation_id AS id FROM threads t JOIN connections c
       ON c.workspace_id = t.workspace_id AND c.connection_id = t.connection_id
     WHERE t.workspace_id = ? AND t.held IS NOT NULL AND t.held_at > ? AND c.state NOT IN ('paused', 'removed')
     ORDER BY t.held_at DESC, t.conversation_id LIMIT ?`,
    workspaceId,
    now - inboxKeeping.heldMs,
    limit,
  );
  return rows.map(({ id }) => id);
}

function listDrafts({ db }: Moment, { workspaceId, limit }: Input<'listDrafts'>): DraftRow[] {
  return draftsWhere(db, 'd.workspace_id = ?', [workspaceId], limit);
}

/** Returns the stored drafts of one conversation, newest first. */
export function conversationDrafts(
  db: Connection,
  { workspaceId, conversationId, limit }: { workspaceId: string; conversationId: string; limit: number },
): DraftRow[] {
  return draftsWhere(db, 'd.workspace_id = ? AND d.conversation_id = ?', [workspaceId, conversationId], limit);
}

function draftsWhere(db: Connection, condition: string, values: readonly string[], limit: number): DraftRow[] {
  const rows = db.all<WithData<DraftRow> & { isOutdated: number }>(
    `SELECT ${draftColumns.replace(/\b(conversation_id|epoch|state|data|connection_id|outbox_id|created_at)\b/g, 'd.$1')},
       d.state IN ('waiting', 'queued') AND d.epoch < c.epoch AND ifnull(o.state, '') NOT IN ('claimed', 'uncertain') AS isOutdated
     FROM reply_drafts d JOIN conversations c ON c.workspace_id = d.workspace_id AND c.conversation_id = d.conversation_id
     LEFT JOIN outbox o ON o.workspace_id = d.workspace_id AND o.outbox_id = d.outbox_id
     WHERE ${condition} ORDER BY d.created_at DESC, d.draft_id LIMIT ?`,
    ...values,
    limit,
  );
  return rows.map(({ isOutdated, ...row }) => {
    const draft = whole<DraftRow>(row);
    return isOutdated === 1 ? { ...draft, state: 'superseded' } : draft;
  });
}

function listOutbox({ db, now }: Moment, input: Input<'listOutbox'>): OutboxChanges {
  const { workspaceId, profileId, after, limit } = input;
  const last =
    db.get<{ last: number }>('SELECT last_change AS last FROM outbox_counters WHERE workspace_id = ?', workspaceId)
      ?.last ?? 0;
  const profile = `SELECT 1 FROM profiles WHERE workspace_id = ? AND profile_id = ? AND status = 'active'`;
  if (db.get(profile, workspaceId, profileId) === undefined) return { items: null, last, outdated: [] };
  const outdated = db.all<{ id: string }>(
    `SELECT DISTINCT o.conversation_id AS id FROM outbox o
       JOIN threads t ON t.workspace_id = o.workspace_id AND t.conversation_id = o.conversation_id
     WHERE o.workspace_id = ? AND o.profile_id = ? AND o.state IN ('ready', 'claimed') AND t.wake_at <= ? LIMIT 100`,
    workspaceId,
    profileId,
    now,
  );
  const rows = db.all<WithData<OutboxRow> & { change: number }>(
    after === null
      ? `SELECT ${outboxColumns} FROM outbox WHERE workspace_id = ? AND profile_id = ? AND change_number > ?
           AND state IN ('ready', 'claimed') ORDER BY change_number LIMIT ?`
      : `SELECT ${outboxColumns} FROM outbox WHERE workspace_id = ? AND profile_id = ? AND change_number > ?
         ORDER BY change_number LIMIT ?`,
    workspaceId,
    profileId,
    after ?? 0,
    limit,
  );
  const items = rows.map((row) => ({ ...whole<OutboxRow>(row), change: row.change }));
  return { items, last, outdated: outdated.map(({ id }) => id) };
}

/** Removes at most `limit` expired rows of each kind. Returns how many rows were removed or changed. */
function expireInboxStep({ db, now }: Transaction, { limit }: { limit: number }): number {
  const remove = (table: string, keys: string, condition: string, before: number): number =>
    db.run(
      `DELETE FROM ${table} WHERE (${keys}) IN (SELECT ${keys} FROM ${table} WHERE ${condition} ORDER BY 1 LIMIT ?)`,
      before,
      limit,
    );
  let rows = remove('event_keys', 'workspace_id, connection_id, key_hash', 'at < ?', now - inboxKeeping.eventKeyMs);
  rows += remove('refused_events', 'workspace_id, refusal_id', 'at < ?', now - inboxKeeping.eventKeyMs);
  rows += db.run(
    'UPDATE refused_events SET payload = NULL WHERE payload IS NOT NULL AND at < ?',
    now - inboxKeeping.unreadablePayloadMs,
  );
  rows += remove('reply_drafts', 'workspace_id, draft_id', 'created_at < ?', now - inboxKeeping.draftMs);
  rows += remove('outbox', 'workspace_id, outbox_id', 'ended_at < ?', now - inboxKeeping.outboxMs);
  rows += db.run(
    `DELETE FROM outbox_claims WHERE (workspace_id, outbox_id) IN (SELECT workspace_id, outbox_id FROM outbox WHERE ended_at < ?)`,
    now - inboxKeeping.outboxTextMs,
  );
  rows += db.run(
    `UPDATE outbox SET data = json_set(data, '$.text', NULL) WHERE ended_at < ? AND data ->> 'text' IS NOT NULL`,
    now - inboxKeeping.outboxTextMs,
  );
  return rows;
}

/** Deletes all unparsable payloads of the workspace, because each one may contain any person's words. */
function forgetPayloads({ db }: Transaction, { workspaceId }: Input<'forgetPayloads'>): number {
  return db.run('UPDATE refused_events SET payload = NULL WHERE workspace_id = ? AND payload IS NOT NULL', workspaceId);
}

function sealedSecrets({ db }: Moment): SealedSecretRef[] {
  return db.all<SealedSecretRef>(
    `SELECT workspace_id AS workspaceId, connection_id AS connectionId, s.value ->> 'sealed' AS sealed
     FROM connections, json_each(secrets) AS s ORDER BY workspace_id, connection_id`,
  );
}

function replaceSealed({ db }: Transaction, input: Input<'replaceSealed'>): boolean {
  const { workspaceId, connectionId, sealed, next } = input;
  const changed = db.run(
    `UPDATE connections SET secrets = replace(secrets, ?, ?) WHERE workspace_id = ? AND connection_id = ? AND instr(secrets, ?) > 0`,
    JSON.stringify(sealed),
    JSON.stringify(next),
    workspaceId,
    connectionId,
    JSON.stringify(sealed),
  );
  return changed > 0;
}

export const inboxReadsReads = {
  heldThreads,
  listConnections,
  listDrafts,
  listOutbox,
  receiver,
  sealedSecrets,
  wakingThreads,
  workspacesWithHeldThreads,
  workspacesWithWakingThreads,
};
export const inboxReadsWrites = { expireInboxStep, forgetPayloads, replaceSealed };
