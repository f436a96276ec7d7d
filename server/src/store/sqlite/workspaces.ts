import type { NotificationSettings } from '../../domain/notification-settings.ts';
import type { Store } from '../port.ts';
import type { WorkspaceSummary } from '../workspace-port.ts';
import { modelTerms } from './model-usage.ts';
import type { Moment } from './transaction.ts';

type SummaryRow = Omit<WorkspaceSummary, 'allowedOrigins' | 'notifications' | 'usesModel' | 'usesWording'> & {
  readonly allowedOrigins: string;
  readonly notifications: string | null;
  readonly drafting: string | null;
};

/** Returns all workspaces ordered by id, or only the given one. */
function summariesOf({ db }: Moment, workspaceId: string | null): WorkspaceSummary[] {
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

function listWorkspaces(at: Moment): WorkspaceSummary[] {
  return summariesOf(at, null);
}

function workspace(at: Moment, { workspaceId }: Parameters<Store['workspace']>[0]): WorkspaceSummary | null {
  return summariesOf(at, workspaceId)[0] ?? null;
}

/** Returns those of the given ids that belong to a profile of the workspace, active or not. */
function knownProfiles({ db }: Moment, { workspaceId, profileIds }: Parameters<Store['knownProfiles']>[0]): string[] {
  const rows = db.all<{ id: string }>(
    `SELECT profile_id AS id FROM profiles WHERE workspace_id = ? AND profile_id IN (SELECT value FROM json_each(?))`,
    workspaceId,
    JSON.stringify(profileIds),
  );
  return rows.map(({ id }) => id);
}

export const workspacesReads = { knownProfiles, listWorkspaces, workspace };
