import type { NotificationSettings } from '../../domain/notification-settings.ts';
import type { Store } from '../port.ts';
import type { WorkspaceSummary } from '../workspace-port.ts';
import type { Connection } from './connection.ts';
import { modelTerms } from './model-usage.ts';

type SummaryRow = Omit<WorkspaceSummary, 'allowedOrigins' | 'notifications' | 'usesModel' | 'usesWording'> & {
  readonly allowedOrigins: string;
  readonly notifications: string | null;
  readonly drafting: string | null;
};

/** Returns all workspaces ordered by id, or only the given one. */
export function listWorkspaces(db: Connection, workspaceId: string | null = null): WorkspaceSummary[] {
  const rows = db.all<SummaryRow>(
    `SELECT workspace_id AS workspaceId, name, plan, status, monthly_replies AS monthlyReplies,
       allowed_origins AS allowedOrigins, notifications, drafting, created_at AS createdAt,
       (SELECT count(*) FROM profiles p WHERE p.workspace_id = w.workspace_id) AS profiles,
       (SELECT count(*) FROM conversations c WHERE c.workspace_id = w.workspace_id) AS conversations
     FROM workspaces w WHERE ?1 IS NULL OR workspace_id = ?1 ORDER BY workspace_id`,
    workspaceId,
  );
  return rows.map(({ drafting, ...row }) => {
    const allowedOrigins: string[] = JSON.parse(row.allowedOrigins);
    const notifications: NotificationSettings | null =
      row.notifications === null ? null : JSON.parse(row.notifications);
    return { ...row, allowedOrigins, notifications, ...modelTerms(drafting) };
  });
}

/** Returns those of the given ids that belong to a profile of the workspace, active or not. */
export function knownProfiles(
  db: Connection,
  { workspaceId, profileIds }: Parameters<Store['knownProfiles']>[0],
): string[] {
  const rows = db.all<{ id: string }>(
    `SELECT profile_id AS id FROM profiles WHERE workspace_id = ? AND profile_id IN (SELECT value FROM json_each(?))`,
    workspaceId,
    JSON.stringify(profileIds),
  );
  return rows.map(({ id }) => id);
}
