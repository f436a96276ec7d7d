import { useLocation } from 'wouter';
import { useSession, useWorkspace } from '../api/session.ts';

const another = '+new';

/** Shows the current workspace, with links to the user's other workspaces. */
export function WorkspaceSwitcher() {
  const { workspaces, account } = useSession();
  const workspace = useWorkspace();
  const [, navigate] = useLocation();
  if (workspaces.length === 1 && !account.isInstaller) return <strong>{workspace.name}</strong>;
  return (
    <select
      className="input switcher"
      aria-label="Workspace"
      value={workspace.id}
      onChange={(event) => {
        const { value } = event.target;
        navigate(value === another ? '/new-workspace' : `/w/${encodeURIComponent(value)}/inbox/waiting`);
      }}
    >
      {workspaces.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
      {account.isInstaller && <option value={another}>New workspace…</option>}
    </select>
  );
}
