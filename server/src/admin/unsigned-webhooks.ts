import type { Store } from '../store/port.ts';
import type { WorkspaceSummary } from '../store/workspace-port.ts';

/**
 * Finds the workspaces that have a webhook but no secret to sign its notifications with. The notifications wait until
 * the workspace has a secret.
 */
export async function unsignedWebhooks(
  store: Pick<Store, 'notificationTarget'>,
  workspaces: readonly WorkspaceSummary[],
): Promise<WorkspaceSummary[]> {
  const unsigned: WorkspaceSummary[] = [];
  for (const workspace of workspaces) {
    if (workspace.notifications?.webhook === undefined) continue;
    const target = await store.notificationTarget({ workspaceId: workspace.workspaceId });
    if (target !== null && target.webhookSecret === null) unsigned.push(workspace);
  }
  return unsigned;
}
