import { emptyThread } from '../../domain/inbox/empty-thread.ts';
import type { ClaimRow, DraftRow, EarlyChangeRow, OutboxRow, ThreadRow } from '../../domain/inbox/rows.ts';
import {
  type ConversationHead,
  type InboxNeeds,
  type InboxSnapshot,
  messagesSeen,
  type ThreadSnapshot,
} from '../../domain/inbox/snapshot.ts';
import { periodOf } from '../../domain/period.ts';
import {
  connectionColumns,
  connectionOf,
  draftColumns,
  inboxMessageOf,
  messageColumns,
  outboxColumns,
  type StoredConnection,
  type StoredMessage,
  threadColumns,
  type WithData,
  whole,
} from './inbox-rows.ts';
import { modelTerms } from './model-usage.ts';
import type { Transaction } from './transaction.ts';

const of = 'workspace_id = ? AND conversation_id = ?';
const hourMs = 3_600_000;

/** Reads the data for a step, within the step's transaction. */
export function loadInbox(tx: Transaction, workspaceId: string, needs: InboxNeeds): InboxSnapshot {
  const { db, now } = tx;
  const claim = needs.claimKey === undefined ? null : claimOf(tx, workspaceId, needs.claimKey);
  const threads = conversationsOf(tx, workspaceId, needs).map((id) => readThread(tx, workspaceId, id, needs));
  const connectionIds = new Set([
    ...needs.connectionIds,
    ...threads.flatMap(({ thread }) => thread?.connectionId ?? []),
  ]);
  const connections = db.all<StoredConnection>(
    `SELECT ${connectionColumns} FROM connections WHERE workspace_id = ? AND connection_id IN (SELECT value FROM json_each(?))`,
    workspaceId,
    JSON.stringify([...connectionIds]),
  );
  const known = db.all<{ hash: string }>(
    `SELECT key_hash AS hash FROM event_keys WHERE workspace_id = ? AND connection_id = ?
       AND key_hash IN (SELECT value FROM json_each(?))`,
    workspaceId,
    needs.connectionIds[0] ?? '',
    JSON.stringify(needs.keyHashes ?? []),
  );
  const usage = db.get<InboxSnapshot['usage']>(
    'SELECT api, inbox, page FROM usage WHERE workspace_id = ? AND period = ?',
    workspaceId,
    periodOf(now).name,
  );
  return {
    now,
    workspace: readWorkspace(tx, workspaceId),
    connections: connections.map(connectionOf),
    knownKeys: known.map(({ hash }) => hash),
    usage: usage ?? { api: 0, inbox: 0, page: 0 },
    releasedInLastHour: needs.withUsage === true ? releasedInLastHour(tx, workspaceId) : 0,
    profiles: db.all(
      'SELECT profile_id AS profileId, revision, status FROM profiles WHERE workspace_id = ?',
      workspaceId,
    ),
    claim,
    threads,
  };
}

function readWorkspace({ db }: Transaction, workspaceId: string): InboxSnapshot['workspace'] {
  const row = db.get<{
    status: string;
    plan: string;
    monthlyReplies: number | null;
    shares: string | null;
    hasWebhook: number;
    drafting: string | null;
  }>(
    `SELECT status, plan, monthly_replies AS monthlyReplies, shares, drafting,
       ifnull(notifications ->> '$.webhook.url', '') <> '' AS hasWebhook FROM workspaces WHERE workspace_id = ?`,
    workspaceId,
  );
  if (row === undefined) return null;
  const { status, plan, monthlyReplies, shares, hasWebhook, drafting } = row;
  // The constraints and the import guarantee the columns' values.
  return {
    status,
    plan,
    monthlyReplies,
    shares: shares === null ? null : JSON.parse(shares),
    hasWebhook: hasWebhook === 1,
    ...modelTerms(drafting),
  } as InboxSnapshot['workspace'];
}

function conversationsOf({ db }: Transaction, workspaceId: string, needs: InboxNeeds): string[] {
  const ids = new Set(needs.conversationIds ?? []);
  const add = (sql: string, ...values: string[]): void => {
    for (const { id } of db.all<{ id: string }>(sql, ...values)) ids.add(id);
  };
  if (needs.threadIds !== undefined) {
    add(
      `SELECT conversation_id AS id FROM threads WHERE workspace_id = ? AND connection_id = ?
         AND thread_id IN (SELECT value FROM json_each(?))`,
      workspaceId,
      needs.connectionIds[0] ?? '',
      JSON.stringify(needs.threadIds),
    );
  }
  if (needs.draftId !== undefined)
    add(
      'SELECT conversation_id AS id FROM reply_drafts WHERE workspace_id = ? AND draft_id = ?',
      workspaceId,
      needs.draftId,
    );
  if (needs.outboxId !== undefined)
    add(
      'SELECT conversation_id AS id FROM outbox WHERE workspace_id = ? AND outbox_id = ?',
      workspaceId,
      needs.outboxId,
    );
  if (needs.openThreadsOf !== undefined) {
    add(
      `SELECT DISTINCT conversation_id AS id FROM outbox WHERE workspace_id = ? AND connection_id = ? AND state = 'ready'`,
      workspaceId,
      needs.openThreadsOf,
    );
  }
  return [...ids];
}

function readThread({ db, now }: Transaction, workspaceId: string, id: string, needs: InboxNeeds): ThreadSnapshot {
  const head = db.get<Omit<ConversationHead, 'contact'> & { contact: string | null; relationship: string | null }>(
    `SELECT conversation_id AS conversationId, profile_id AS profileId, state, channel, contact, relationship, epoch
     FROM conversations WHERE ${of}`,
    workspaceId,
    id,
  );
  if (head === undefined) return emptyThread;
  const { relationship, contact, ...conversation } = head;
  const stored = db.get<WithData<ThreadRow>>(`SELECT ${threadColumns} FROM threads WHERE ${of}`, workspaceId, id);
  const thread = stored === undefined ? null : whole<ThreadRow>(stored);
  const { messagesOfThreads } = needs;
  const isRead = messagesOfThreads === undefined || messagesOfThreads.includes(thread?.threadId ?? '');
  const newest =
    isRead || thread?.epoch !== head.epoch
      ? db.all<StoredMessage>(
          `SELECT ${messageColumns} FROM messages WHERE ${of} ORDER BY sent_at DESC, position DESC LIMIT ${messagesSeen}`,
          workspaceId,
          id,
        )
      : [];
  const named = (needs.namedMessages ?? [])
    .filter(({ threadId }) => threadId === null || threadId === thread?.threadId)
    .map(({ messageId }) => messageId);
  const namedRows =
    named.length === 0
      ? []
      : db.all<StoredMessage>(
          `SELECT ${messageColumns} FROM messages WHERE ${of} AND message_id IN (SELECT value FROM json_each(?))`,
          workspaceId,
          id,
          JSON.stringify(named),
        );
  const drafts = db.all<WithData<DraftRow>>(
    `SELECT ${draftColumns} FROM reply_drafts WHERE ${of} AND (state IN ('waiting', 'queued') OR draft_id = ?
       OR draft_id IN (SELECT data ->> 'draftId' FROM outbox o WHERE o.workspace_id = reply_drafts.workspace_id AND o.outbox_id = ?))`,
    workspaceId,
    id,
    needs.draftId ?? '',
    needs.outboxId ?? '',
  );
  const outbox = db.all<WithData<OutboxRow>>(
    `SELECT ${outboxColumns} FROM outbox WHERE ${of} AND (state IN ('ready', 'claimed', 'uncertain') OR outbox_id = ?
       OR state = 'sent' AND ended_at > ?)`,
    workspaceId,
    id,
    needs.outboxId ?? '',
    now - 30 * 86_400_000,
  );
  const early = db.all<EarlyChangeRow>(
    `SELECT message_id AS messageId, sent_at AS sentAt, body FROM early_changes WHERE ${of}`,
    workspaceId,
    id,
  );
  const reply = db.get<{ reply: string }>(`SELECT reply FROM conversation_replies WHERE ${of}`, workspaceId, id);
  const last = db.get<{ urgency: ThreadSnapshot['lastUrgency'] }>(
    `SELECT verdict ->> 'urgency' AS urgency FROM notifications WHERE ${of} AND type = 'handoff.created'
     ORDER BY created_at DESC LIMIT 1`,
    workspaceId,
    id,
  );
  const recent = db.get<{ drafts: number }>(
    `SELECT count(*) AS drafts FROM reply_drafts WHERE ${of} AND created_at > ? AND connection_id IS NOT NULL`,
    workspaceId,
    id,
    now - hourMs,
  );
  return {
    conversation: { ...conversation, contact: contact === null ? null : JSON.parse(contact) },
    relationship: relationship === null ? null : JSON.parse(relationship),
    thread,
    messages: newest.reverse().map(inboxMessageOf),
    named: namedRows.map(inboxMessageOf),
    early,
    drafts: drafts.map((row) => whole<DraftRow>(row)),
    outbox: outbox.map((row) => whole<OutboxRow>(row)),
    claim: null,
    recordedReply: reply?.reply ?? null,
    lastUrgency: last?.urgency ?? null,
    draftsInLastHour: recent?.drafts ?? 0,
  };
}

function claimOf({ db }: Transaction, workspaceId: string, key: string): ClaimRow | null {
  return (
    db.get<ClaimRow>(
      `SELECT idempotency_key AS idempotencyKey, input_hash AS inputHash, outbox_id AS outboxId, conversation_id AS conversationId,
         response, created_at AS createdAt FROM outbox_claims WHERE workspace_id = ? AND idempotency_key = ?`,
      workspaceId,
      key,
    ) ?? null
  );
}

function releasedInLastHour({ db, now }: Transaction, workspaceId: string): number {
  const row = db.get<{ released: number }>(
    `SELECT (SELECT count(*) FROM reply_drafts WHERE workspace_id = ?1 AND created_at > ?2 AND data ->> 'isReleased') +
       (SELECT count(*) FROM threads WHERE workspace_id = ?1 AND wake_at IS NOT NULL AND data ->> 'releasedAt' > ?2) AS released`,
    workspaceId,
    now - hourMs,
  );
  return row?.released ?? 0;
}
