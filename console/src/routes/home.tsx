import { Redirect } from 'wouter';
import { useSession } from '../api/session.ts';
import { LonePage } from '../ui/page.tsx';
import { SignOutButton } from './sign-out-button.tsx';

export const lastWorkspaceKey = 'understudy:workspace';

/**
 * Opens the last used workspace, or the first one. A user without a workspace is asked to create one or to request an
 * invitation.
 */
export function Home() {
  const { workspaces, account } = useSession();
  const last = localStorage.getItem(lastWorkspaceKey);
  const workspace = workspaces.find(({ id }) => id === last) ?? workspaces[0];
  if (workspace !== undefined) return <Redirect to={`/w/${encodeURIComponent(workspace.id)}/inbox/waiting`} replace />;
  if (account.isInstaller) return <Redirect to="/new-workspace" replace />;
  return (
    <LonePage title="No workspace yet">
      <p>You are signed in as {account.email}, but no one has invited you to a workspace. Ask its owner for a link.</p>
      <SignOutButton />
    </LonePage>
  );
}
