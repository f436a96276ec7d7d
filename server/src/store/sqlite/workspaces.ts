import type { NotificationSettings } from '../../domain/notification.ts';
import type { WorkspaceSummary } from '../port.ts';
import type { Connection } from './connection.ts';

type SummaryRow = Omit<WorkspaceSummary, 'allowedOrigins' | 'notifications'> & {
  readonly allowedOrigins: string;
  readonly notifications: string | null;
};

/** By id. */
export function listWorkspaces(db: Connection): WorkspaceSummary[] {
  const rows = db.all<SummaryRow>(
    `SELECT workspace_id AS workspaceId, name, plan, status, monthly_replies AS monthlyReplies,
       allowed_origins AS allowedOrigins, notifications, created_at AS createdAt,
       (SELECT count(*) FROM profiles p WHERE p.workspace_id = w.workspace_id) AS profiles,
       (SELECT count(*) FROM conversations c WHERE c.workspace_id = w.workspace_id) AS conversations
     FROM workspaces w ORDER BY workspace_id`,
  );
  return rows.map((row) => {
    const allowedOrigins: string[] = JSON.parse(row.allowedOrigins);
    const notifications: NotificationSettings | null =
      row.notifications === null ? null : JSON.parse(row.notifications);
    return { ...row, allowedOrigins, notifications };
  });
}
