import { useSession, useWorkspace } from '../../api/session.ts';
import { Note } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';

/** The id of the demo workspace, which the first start creates. */
const demoId = 'ws_demo';

/** In the demo, tells the installation's owner how to start with their own workspace. */
export function DemoNote() {
  const { id } = useWorkspace();
  const { workspaces, account } = useSession();
  if (id !== demoId || !account.isInstaller || workspaces.length > 1) return null;
  return (
    <Note tone="info">
      <div className="row-between">
        <span>This is a demo. Its creators and fans are examples.</span>
        <LinkButton isSmall href="/new-workspace">
          Create your workspace
        </LinkButton>
      </div>
    </Note>
  );
}
