import { type ConnectionRecord, settingNames } from '../../domain/inbox/connection.ts';
import type { InboxChanges } from '../../domain/inbox/snapshot.ts';
import { periodOf } from '../../domain/period.ts';
import { countActivity } from './activity.ts';
import { countProposal, recordOutcome } from './autonomy.ts';
import type { Connection } from './connection.ts';
import { dataOf } from './inbox-rows.ts';
import { countModelUse } from './model-usage.ts';
import { queueInboxNotification } from './notifications.ts';
import type { Transaction } from './transaction.ts';

/** Writes all changes of a step. */
export function saveInbox(tx: Transaction, workspaceId: string, changes: InboxChanges): void {
  const { db, now } = tx;
  for (const connection of changes.connections) saveConnection(db, workspaceId, connection);
  for (const head of changes.conversations) saveConversation(tx, workspaceId, head, changes.messages);
  for (const message of changes.messages) {
    if (message.change.kind === 'changed' || message.change.kind === 'rename') changeMessage(db, workspaceId, message);
  }
  for (const row of changes.threads) {
    db.run(
      `INSERT INTO threads (workspace_id, conversation_id, connection_id, thread_id, wake_at, locked_until, held, held_at, data)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (workspace_id, conversation_id) DO UPDATE SET wake_at = excluded.wake_at,
         locked_until = excluded.locked_until, held = excluded.held, held_at = excluded.held_at, data = excluded.data`,
      ...[
        workspaceId,
        row.conversationId,
        row.connectionId,
        row.threadId,
        row.wakeAt,
        row.lockedUntil,
        row.held,
        row.heldAt,
      ],
      dataOf(row, ['conversationId', 'connectionId', 'threadId', 'wakeAt', 'lockedUntil', 'held', 'heldAt']),
    );
  }
  saveDrafts(tx, workspaceId, changes);
  for (const { draftId, ...proposal } of changes.proposals) countProposal(tx, workspaceId, draftId, proposal);
  for (const { draftId, outcome } of changes.outcomes)
    recordOutcome(tx, { workspaceId, idempotencyKey: draftId, outcome });
  for (const { conversationId, messageId, sentAt, body, isOver } of changes.early) {
    if (isOver) {
      db.run(
        'DELETE FROM early_changes WHERE workspace_id = ? AND conversation_id = ? AND message_id = ?',
        ...[workspaceId, conversationId, messageId],
      );
    } else {
      db.run(
        'INSERT OR REPLACE INTO early_changes VALUES (?, ?, ?, ?, ?)',
        ...[workspaceId, conversationId, messageId, sentAt, body],
      );
    }
  }
  for (const { connectionId, keyHash } of changes.keys)
    db.run('INSERT OR IGNORE INTO event_keys VALUES (?, ?, ?, ?)', ...[workspaceId, connectionId, keyHash, now]);
  for (const { refusalId, connectionId, at, payload, ...rest } of changes.refused)
    db.run(
      'INSERT OR IGNORE INTO refused_events VALUES (?, ?, ?, ?, ?, ?)',
      ...[workspaceId, refusalId, connectionId, at, JSON.stringify(rest), payload],
    );
  for (const notification of changes.notifications) queueInboxNotification(tx, workspaceId, notification);
  if (changes.charge !== null) {
    const { externalId, intent, riskLevel, modelUse } = changes.charge;
    const period = periodOf(now).name;
    db.run(
      'INSERT INTO usage (workspace_id, period, inbox) VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET inbox = inbox + 1',
      ...[workspaceId, period],
    );
    db.run(`INSERT INTO charges VALUES (?, 'inbox', ?, ?)`, ...[workspaceId, externalId, period]);
    countActivity(tx, workspaceId, { source: 'inbox', intent, riskLevel });
    if (modelUse) countModelUse(tx, workspaceId, modelUse);
  }
}

function saveDrafts({ db }: Transaction, workspaceId: string, changes: InboxChanges): void {
  for (const row of changes.drafts) {
    db.run(
      `INSERT INTO reply_drafts (workspace_id, draft_id, conversation_id, connection_id, epoch, state, outbox_id, created_at, data)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (workspace_id, draft_id) DO UPDATE SET epoch = excluded.epoch,
         state = excluded.state, outbox_id = excluded.outbox_id`,
      ...[
        workspaceId,
        row.draftId,
        row.conversationId,
        row.connectionId,
        row.epoch,
        row.state,
        row.outboxId,
        row.createdAt,
      ],
      dataOf(row, ['draftId', 'conversationId', 'connectionId', 'epoch', 'state', 'outboxId', 'createdAt']),
    );
  }
  if (changes.outbox.length > 0) {
    const number = db.get<{ last: number }>(
      `INSERT INTO outbox_counters VALUES (?1, ?2) ON CONFLICT DO UPDATE SET last_change = last_change + ?2
       RETURNING last_change AS last`,
      workspaceId,
      changes.outbox.length,
    );
    for (const [index, row] of changes.outbox.entries()) {
      db.run(
        `INSERT INTO outbox (workspace_id, outbox_id, conversation_id, connection_id, profile_id, state, change_number, ended_at, data)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (workspace_id, outbox_id) DO UPDATE SET state = excluded.state,
           change_number = excluded.change_number, ended_at = excluded.ended_at, data = excluded.data`,
        ...[workspaceId, row.outboxId, row.conversationId, row.connectionId, row.profileId, row.state],
        ...[(number?.last ?? 0) - changes.outbox.length + 1 + index, row.endedAt],
        dataOf(row, ['outboxId', 'conversationId', 'connectionId', 'profileId', 'state', 'endedAt', 'change']),
      );
    }
  }
  for (const row of changes.claims) {
    db.run(
      'INSERT INTO outbox_claims VALUES (?, ?, ?, ?, ?, ?, ?)',
      ...[
        workspaceId,
        row.idempotencyKey,
        row.inputHash,
        row.outboxId,
        row.conversationId,
        row.response,
        row.createdAt,
      ],
    );
  }
}

/**
 * Writes a conversation and the messages that arrived. The conversation's row is updated last, with the step's epoch,
 * so that the database's triggers do not increase the epoch again.
 */
function saveConversation(
  { db, now }: Transaction,
  workspaceId: string,
  head: InboxChanges['conversations'][number],
  messages: InboxChanges['messages'],
): void {
  const { conversationId, profileId, state, channel, contact, epoch, isNew } = head;
  const text = contact === null || Object.keys(contact).length === 0 ? null : JSON.stringify(contact);
  const ref = [workspaceId, conversationId] as const;
  if (isNew) {
    db.run(
      `INSERT INTO conversations (workspace_id, conversation_id, profile_id, state, channel, created_at, contact)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
      ...[...ref, profileId, state, channel, now, text],
    );
  }
  const next = db.get<{ position: number }>(
    'SELECT next_position AS position FROM conversations WHERE workspace_id = ? AND conversation_id = ?',
    ...ref,
  );
  const first = next?.position ?? 0;
  let position = first;
  let added = 0;
  let lastAt: number | null = null;
  for (const row of messages) {
    if (row.conversationId !== conversationId) continue;
    if (row.change.kind === 'new') {
      db.run(
        `INSERT INTO messages (workspace_id, conversation_id, sent_at, position, message_id, direction, sender_type, body,
           edited_at, deleted_at, attachments, recorded) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        ...[
          ...ref,
          row.sentAt,
          position,
          row.messageId,
          row.direction,
          row.senderType,
          row.body,
          row.editedAt,
          row.deletedAt,
        ],
        row.attachments.length === 0 ? null : JSON.stringify(row.attachments),
        row.recorded == null ? null : JSON.stringify(row.recorded),
      );
      added += 1;
      lastAt = Math.max(lastAt ?? row.sentAt, row.sentAt);
    } else if (row.change.kind === 'gone') {
      added -= db.run(`DELETE FROM messages ${isMessage}`, ...ref, row.messageId);
      continue;
    } else if (row.change.kind === 'last') {
      db.run(`UPDATE messages SET position = ? ${isMessage}`, position, ...ref, row.messageId);
    } else continue;
    position += 1;
  }
  db.run(
    `UPDATE conversations SET state = ?1, contact = ?2, epoch = ?3, message_count = message_count + ?4, next_position = ?5,
       last_message_at = CASE WHEN ?6 IS NULL THEN last_message_at ELSE max(ifnull(last_message_at, ?6), ?6) END
     WHERE workspace_id = ?7 AND conversation_id = ?8`,
    ...[state, text, epoch, added, position, lastAt, ...ref],
  );
}

const isMessage = 'WHERE workspace_id = ? AND conversation_id = ? AND message_id = ?';

function changeMessage(db: Connection, workspaceId: string, row: InboxChanges['messages'][number]): void {
  const ref = [workspaceId, row.conversationId] as const;
  if (row.change.kind === 'rename') {
    db.run(`UPDATE messages SET message_id = ? ${isMessage}`, row.messageId, ...ref, row.change.formerId);
    return;
  }
  const { body, editedAt, deletedAt, messageId } = row;
  db.run(
    `UPDATE messages SET body = ?, edited_at = ?, deleted_at = ? ${isMessage}`,
    ...[body, editedAt, deletedAt, ...ref, messageId],
  );
}

type ConnectionChange = Partial<ConnectionRecord> & { readonly connectionId: string };

export function saveConnection(db: Connection, workspaceId: string, change: ConnectionChange): void {
  const { connectionId } = change;
  const ref = [workspaceId, connectionId] as const;
  const isIt = 'WHERE workspace_id = ? AND connection_id = ?';
  if (change.profileId !== undefined) {
    // This is the complete record of a new connection, or of a removed one that is being added again.
    const settings = Object.fromEntries(settingNames.map((name) => [name, change[name]]));
    db.run(
      `INSERT INTO connections (workspace_id, connection_id, profile_id, kind, settings, state, created_at, receiver_id, secrets)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (workspace_id, connection_id) DO UPDATE SET profile_id = excluded.profile_id,
         kind = excluded.kind, settings = excluded.settings, state = excluded.state, created_at = excluded.created_at,
         receiver_id = excluded.receiver_id, secrets = excluded.secrets, paused_from = NULL, sees_echo = 0, last_event_at = NULL`,
      ...[...ref, change.profileId, change.kind ?? 'generic', JSON.stringify(settings), change.state ?? 'setup'],
      ...[change.createdAt ?? 0, change.receiverId ?? null, JSON.stringify(change.secrets ?? [])],
    );
    return;
  }
  if (change.quietSeconds !== undefined) {
    const settings = Object.fromEntries(settingNames.map((name) => [name, change[name]]));
    db.run(`UPDATE connections SET settings = ? ${isIt}`, JSON.stringify(settings), ...ref);
  }
  if (change.state !== undefined) db.run(`UPDATE connections SET state = ? ${isIt}`, change.state, ...ref);
  if (change.stateBeforePause !== undefined)
    db.run(`UPDATE connections SET paused_from = ? ${isIt}`, change.stateBeforePause, ...ref);
  if (change.seesEcho !== undefined)
    db.run(`UPDATE connections SET sees_echo = ? ${isIt}`, change.seesEcho ? 1 : 0, ...ref);
  if (change.lastEventAt !== undefined)
    db.run(`UPDATE connections SET last_event_at = ? ${isIt}`, change.lastEventAt, ...ref);
  if (change.receiverId !== undefined)
    db.run(`UPDATE connections SET receiver_id = ? ${isIt}`, change.receiverId, ...ref);
  if (change.secrets !== undefined)
    db.run(`UPDATE connections SET secrets = ? ${isIt}`, JSON.stringify(change.secrets), ...ref);
}
