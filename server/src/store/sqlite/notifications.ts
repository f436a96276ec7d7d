import { randomUUID } from 'node:crypto';
import type { Contact } from '../../domain/conversation.ts';
import type { QueuedNotification } from '../../domain/inbox/rows.ts';
import type { HandoffVerdict } from '../../domain/notification.ts';
import type { NotificationSettings } from '../../domain/notification-settings.ts';
import type { ClaimedNotification, NotificationRecord, NotificationTarget } from '../notification-port.ts';
import type { Store } from '../port.ts';
import type { SettleHandoffInput } from '../write-port.ts';
import type { Connection } from './connection.ts';
import { latestInbound } from './conversation-context.ts';
import { jsonText } from './json-text.ts';
import { isTold } from './push.ts';
import type { Moment, Transaction } from './transaction.ts';

const columns = `notification_id AS notificationId, type, conversation_id AS conversationId, about, state, due_at AS dueAt, attempts,
  created_at AS createdAt, delivered_at AS deliveredAt, verdict, channels`;

type NotificationRow = Omit<NotificationRecord, 'verdict' | 'about' | 'channels' | 'nextAttemptAt'> & {
  readonly dueAt: number | null;
  readonly verdict: string | null;
  readonly about: string | null;
  readonly channels: string;
};

export function queueNotification({ db, now, lived }: Transaction, handoff: SettleHandoffInput): void {
  db.run(
    `INSERT INTO notifications (workspace_id, notification_id, conversation_id, state, due_at, created_at, verdict)
     VALUES (?, ?, ?, 'queued', ?, ?, ?)`,
    handoff.workspaceId,
    handoff.notificationId,
    handoff.conversationId,
    lived,
    now,
    JSON.stringify(handoff.verdict),
  );
}

/**
 * Queues a notification from a step of a connected inbox. Does nothing if the notification already exists, as a notice
 * that is sent only once a month may.
 */
export function queueInboxNotification(
  { db, now, lived }: Transaction,
  workspaceId: string,
  { notificationId, type, conversationId, verdict, about, delayMs = 0 }: QueuedNotification,
): void {
  db.run(
    `INSERT OR IGNORE INTO notifications (workspace_id, notification_id, type, conversation_id, state, due_at, created_at, verdict, about)
     VALUES (?, ?, ?, ?, 'queued', ?, ?, ?, ?)`,
    ...[workspaceId, notificationId, type, conversationId, lived + delayMs, now, jsonText(verdict), jsonText(about)],
  );
}

/** Returns a workspace's notifications, newest first. */
function listNotifications(
  { db }: Moment,
  { workspaceId, limit }: Parameters<Store['listNotifications']>[0],
): NotificationRecord[] {
  const sql = `SELECT ${columns} FROM notifications WHERE workspace_id = ? ORDER BY created_at DESC, notification_id LIMIT ?`;
  return db.all<NotificationRow>(sql, workspaceId, limit).map(recordOf);
}

/** Returns the workspaces with a notification that is due, the longest waiting first. */
function workspacesWithDueNotifications({ db, lived }: Moment, { limit }: { limit: number }): string[] {
  const rows = db.all<{ workspaceId: string }>(
    `SELECT workspace_id AS workspaceId FROM notifications WHERE due_at <= ?
     GROUP BY workspace_id ORDER BY min(due_at) LIMIT ?`,
    lived,
    limit,
  );
  return rows.map(({ workspaceId }) => workspaceId);
}

/** Claims due notifications, the longest due first. A notification whose claim expired is due again. */
function claimNotifications(
  tx: Transaction,
  { workspaceId, limit, claimMs }: Parameters<Store['claimNotifications']>[0],
): ClaimedNotification[] {
  const { db, lived } = tx;
  const target = notificationTarget(tx, { workspaceId });
  if (target === null) return [];
  const due = db.all<{ id: string }>(
    'SELECT notification_id AS id FROM notifications WHERE workspace_id = ? AND due_at <= ? ORDER BY due_at LIMIT ?',
    workspaceId,
    lived,
    limit,
  );
  const claim = `UPDATE notifications SET state = 'delivering', claim_token = ?, due_at = ?, attempts = attempts + 1
    WHERE workspace_id = ? AND notification_id = ?`;
  return due.map(({ id }) => {
    const claimToken = randomUUID();
    db.run(claim, claimToken, lived + claimMs, workspaceId, id);
    return claimedNotification(db, { workspaceId, id, claimToken, target });
  });
}

function settleNotification(
  { db, now, lived }: Transaction,
  input: Parameters<Store['settleNotification']>[0],
): boolean {
  const { workspaceId, notificationId, claimToken, channels, result } = input;
  const changed = db.run(
    `UPDATE notifications SET state = ?, due_at = ?, delivered_at = ?, channels = ?, claim_token = NULL
     WHERE workspace_id = ? AND notification_id = ? AND state = 'delivering' AND claim_token = ?`,
    result.kind === 'retry' ? 'queued' : result.kind,
    result.kind === 'retry' ? lived + result.delayMs : null,
    result.kind === 'delivered' ? now : null,
    JSON.stringify(channels),
    workspaceId,
    notificationId,
    claimToken,
  );
  return changed > 0;
}

function retryNotification(
  { db, lived }: Transaction,
  { workspaceId, notificationId }: Parameters<Store['retryNotification']>[0],
): boolean {
  const sql = `UPDATE notifications SET state = 'queued', due_at = ?
    WHERE workspace_id = ? AND notification_id = ? AND state = 'failed'`;
  return db.run(sql, lived, workspaceId, notificationId) > 0;
}

function notificationTarget({ db, now }: Moment, { workspaceId }: { workspaceId: string }): NotificationTarget | null {
  const row = db.get<Omit<NotificationTarget, 'settings' | 'isPushed'> & { settings: string | null; isPushed: number }>(
    `SELECT name AS workspaceName, notifications AS settings, webhook_secret AS webhookSecret,
       iif(previous_webhook_secret_until > ?2, previous_webhook_secret, NULL) AS previousWebhookSecret,
       EXISTS (SELECT 1 FROM sessions s JOIN accounts a ON a.account_id = s.account_id WHERE ${isTold}) AS isPushed
     FROM workspaces WHERE workspace_id = ?1`,
    workspaceId,
    now,
  );
  if (row === undefined) return null;
  const settings: NotificationSettings | null = row.settings === null ? null : JSON.parse(row.settings);
  return { ...row, settings, isPushed: row.isPushed === 1 };
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
  if (row === undefined) throw new Error('a notification that was just claimed is missing');
  const { conversationId } = row;
  const where =
    conversationId === null
      ? undefined
      : db.get<{ profileId: string; displayName: string; channel: string | null; contact: string | null }>(
          `SELECT c.profile_id AS profileId, p.display_name AS displayName, c.channel, c.contact
     FROM conversations c JOIN profiles p ON p.workspace_id = c.workspace_id AND p.profile_id = c.profile_id
     WHERE c.workspace_id = ? AND c.conversation_id = ?`,
          workspaceId,
          conversationId,
        );
  if (conversationId !== null && where === undefined) throw new Error('a notification has lost its conversation');
  const contact: Contact | null = where?.contact == null ? null : JSON.parse(where.contact);
  const isMessageIncluded = target.settings?.include?.includes('message') ?? false;
  const message =
    isMessageIncluded && conversationId !== null
      ? (latestInbound(db, { workspaceId, conversationId })?.body ?? null)
      : null;
  const { profileId = null, displayName = null, channel = null } = where ?? {};
  return { ...recordOf(row), ...target, profileId, displayName, channel, contact, workspaceId, claimToken, message };
}

function recordOf({ dueAt, verdict, about, channels, ...row }: NotificationRow): NotificationRecord {
  const parsedVerdict: HandoffVerdict | null = verdict === null ? null : JSON.parse(verdict);
  const parsedAbout: NotificationRecord['about'] = about === null ? null : JSON.parse(about);
  const parsedChannels: NotificationRecord['channels'] = JSON.parse(channels);
  const nextAttemptAt = row.state === 'queued' ? dueAt : null;
  return { ...row, nextAttemptAt, verdict: parsedVerdict, about: parsedAbout, channels: parsedChannels };
}

export const notificationsReads = { listNotifications, notificationTarget, workspacesWithDueNotifications };
export const notificationsWrites = { claimNotifications, retryNotification, settleNotification };
