import type { Store } from '../store/port.ts';
import type { WorkspaceSummary } from '../store/workspace-port.ts';

/** Those of the workspaces that have a webhook and no secret to sign it with: until there is one, their notifications wait. */
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
