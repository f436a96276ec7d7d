import { randomUUID } from 'node:crypto';
import type { Contact } from '../../domain/conversation.ts';
import type { HandoffVerdict, NotificationSettings } from '../../domain/notification.ts';
import type { ClaimedNotification, NotificationRecord, NotificationTarget } from '../notification-port.ts';
import type { Store } from '../port.ts';
import type { SettleHandoffInput } from '../write-port.ts';
import type { Connection } from './connection.ts';
import { latestInbound } from './conversation-context.ts';
import type { Transaction } from './transaction.ts';

const columns = `notification_id AS notificationId, conversation_id AS conversationId, state, due_at AS dueAt, attempts,
  created_at AS createdAt, delivered_at AS deliveredAt, verdict, channels`;

type NotificationRow = Omit<NotificationRecord, 'verdict' | 'channels' | 'nextAttemptAt'> & {
  readonly dueAt: number | null;
  readonly verdict: string;
  readonly channels: string;
};

export function queueNotification({ db, now }: Transaction, handoff: SettleHandoffInput): void {
  db.run(
    `INSERT INTO notifications (workspace_id, notification_id, conversation_id, state, due_at, created_at, verdict)
     VALUES (?, ?, ?, 'queued', ?, ?, ?)`,
    handoff.workspaceId,
    handoff.notificationId,
    handoff.conversationId,
    now,
    now,
    JSON.stringify(handoff.verdict),
  );
}

/** Newest first. */
export function listNotifications(
  db: Connection,
  { workspaceId, limit }: Parameters<Store['listNotifications']>[0],
): NotificationRecord[] {
  const sql = `SELECT ${columns} FROM notifications WHERE workspace_id = ? ORDER BY created_at DESC, notification_id LIMIT ?`;
  return db.all<NotificationRow>(sql, workspaceId, limit).map(recordOf);
}

/** Workspaces that have a notification due, the longest waiting first. */
export function workspacesWithDueNotifications({ db, now }: Transaction, { limit }: { limit: number }): string[] {
  const rows = db.all<{ workspaceId: string }>(
    `SELECT workspace_id AS workspaceId FROM notifications WHERE due_at <= ?
     GROUP BY workspace_id ORDER BY min(due_at) LIMIT ?`,
    now,
    limit,
  );
  return rows.map(({ workspaceId }) => workspaceId);
}

/** The longest due first. A claim that ran out is due again. */
export function claimNotifications(
  { db, now }: Transaction,
  { workspaceId, limit, claimMs }: Parameters<Store['claimNotifications']>[0],
): ClaimedNotification[] {
  const target = notificationTarget(db, { workspaceId });
  if (target === null) return [];
  const due = db.all<{ id: string }>(
    'SELECT notification_id AS id FROM notifications WHERE workspace_id = ? AND due_at <= ? ORDER BY due_at LIMIT ?',
    workspaceId,
    now,
    limit,
  );
  const claim = `UPDATE notifications SET state = 'delivering', claim_token = ?, due_at = ?, attempts = attempts + 1
    WHERE workspace_id = ? AND notification_id = ?`;
  return due.map(({ id }) => {
    const claimToken = randomUUID();
    db.run(claim, claimToken, now + claimMs, workspaceId, id);
    return claimedNotification(db, { workspaceId, id, claimToken, target });
  });
}

export function settleNotification(
  { db, now }: Transaction,
  input: Parameters<Store['settleNotification']>[0],
): boolean {
  const { workspaceId, notificationId, claimToken, channels, result } = input;
  const changed = db.run(
    `UPDATE notifications SET state = ?, due_at = ?, delivered_at = ?, channels = ?, claim_token = NULL
     WHERE workspace_id = ? AND notification_id = ? AND state = 'delivering' AND claim_token = ?`,
    result.kind === 'retry' ? 'queued' : result.kind,
    result.kind === 'retry' ? now + result.delayMs : null,
    result.kind === 'delivered' ? now : null,
    JSON.stringify(channels),
    workspaceId,
    notificationId,
    claimToken,
  );
  return changed > 0;
}

export function retryNotification(
  { db, now }: Transaction,
  { workspaceId, notificationId }: Parameters<Store['retryNotification']>[0],
): boolean {
  const sql = `UPDATE notifications SET state = 'queued', due_at = ?
    WHERE workspace_id = ? AND notification_id = ? AND state = 'failed'`;
  return db.run(sql, now, workspaceId, notificationId) > 0;
}

export function notificationTarget(
  db: Connection,
  { workspaceId }: { workspaceId: string },
): NotificationTarget | null {
  const row = db.get<{ workspaceName: string; settings: string | null; webhookSecret: string | null }>(
    `SELECT name AS workspaceName, notifications AS settings, webhook_secret AS webhookSecret
     FROM workspaces WHERE workspace_id = ?`,
    workspaceId,
  );
  if (row === undefined) return null;
  const settings: NotificationSettings | null = row.settings === null ? null : JSON.parse(row.settings);
  return { ...row, settings };
}

export function setWebhookSecret(
  { db }: Transaction,
  { workspaceId, secret }: Parameters<Store['setWebhookSecret']>[0],
): boolean {
  return db.run('UPDATE workspaces SET webhook_secret = ? WHERE workspace_id = ?', secret, workspaceId) > 0;
}

function claimedNotification(
  db: Connection,
  claim: { workspaceId: string; id: string; claimToken: string; target: NotificationTarget },
): ClaimedNotification {
  const { workspaceId, id, claimToken, target } = claim;
  const row = db.get<NotificationRow>(
    `SELECT ${columns} FROM notifications WHERE workspace_id = ? AND notification_id = ?`,
    workspaceId,
    id,
  );
  if (row === undefined) throw new Error('a notification that was just claimed is not there');
  const { conversationId } = row;
  const about = db.get<{ profileId: string; displayName: string; channel: string | null; contact: string | null }>(
    `SELECT c.profile_id AS profileId, p.display_name AS displayName, c.channel, c.contact
     FROM conversations c JOIN profiles p ON p.workspace_id = c.workspace_id AND p.profile_id = c.profile_id
     WHERE c.workspace_id = ? AND c.conversation_id = ?`,
    workspaceId,
    conversationId,
  );
  if (about === undefined) throw new Error('a notification has lost its conversation');
  const contact: Contact | null = about.contact === null ? null : JSON.parse(about.contact);
  const isMessageIncluded = target.settings?.include?.includes('message') ?? false;
  const message = isMessageIncluded ? (latestInbound(db, { workspaceId, conversationId })?.body ?? null) : null;
  return { ...recordOf(row), ...target, ...about, contact, workspaceId, claimToken, message };
}

function recordOf({ dueAt, verdict, channels, ...row }: NotificationRow): NotificationRecord {
  const parsedVerdict: HandoffVerdict = JSON.parse(verdict);
  const parsedChannels: NotificationRecord['channels'] = JSON.parse(channels);
  const nextAttemptAt = row.state === 'queued' ? dueAt : null;
  return { ...row, nextAttemptAt, verdict: parsedVerdict, channels: parsedChannels };
}
