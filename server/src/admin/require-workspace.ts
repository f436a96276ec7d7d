import { OperatorError } from '../lib/errors.ts';
import { nearestName } from '../lib/nearest-name.ts';
import { printableName } from '../lib/printable.ts';
import type { Store } from '../store/port.ts';

/** Checks that a workspace exists. @throws OperatorError that names the nearest workspace when none has this id */
export async function requireWorkspace(store: Store, workspaceId: string): Promise<void> {
  if ((await store.notificationTarget({ workspaceId })) === null) {
    throw unknownWorkspace(workspaceId, await store.listWorkspaces());
  }
}

function unknownWorkspace(workspaceId: string, workspaces: readonly { workspaceId: string }[]): OperatorError {
  const nearest = nearestName(
    workspaceId,
    workspaces.slice(0, 1_000).map((workspace) => workspace.workspaceId),
  );
  const hint = nearest === null ? '"understudy workspaces list" lists all workspaces.' : `Did you mean "${nearest}"?`;
  return new OperatorError(`There is no workspace "${printableName(workspaceId)}". ${hint}`);
}
