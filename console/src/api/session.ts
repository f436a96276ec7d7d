import { createContext, use } from 'react';
import type { Session } from '../../../server/src/domain/console/account-contract.ts';
import type { Role } from '../../../server/src/domain/console/shapes.ts';

export type Workspace = Session['workspaces'][number];

export const SessionContext = createContext<Session | null>(null);
export const WorkspaceContext = createContext<Workspace | null>(null);

/** Returns the signed-in session. Use it only on pages that require signing in. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (session === null) throw new Error('useSession was called outside a signed-in page');
  return session;
}

/** Returns the workspace in the address. Use it only on pages under `/w/`. */
export function useWorkspace(): Workspace & { can(role: Role): boolean } {
  const workspace = use(WorkspaceContext);
  if (workspace === null) throw new Error('useWorkspace was called outside a workspace page');
  return { ...workspace, can: (role) => may(workspace.role, role) };
}

const ranks: Readonly<Record<Role, number>> = { reviewer: 0, editor: 1, owner: 2 };

function may(role: Role, needed: Role): boolean {
  return ranks[role] >= ranks[needed];
}
