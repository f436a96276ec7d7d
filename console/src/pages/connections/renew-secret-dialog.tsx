import { useWorkspace } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import { Note } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { OnceDialog } from '../../ui/once-dialog.tsx';
import { FormError } from '../../ui/states.tsx';
import type { ConnectionView } from './connection-steps.tsx';

const overlapHours = 24;

/**
 * Creates a new secret for a connection. The user chooses whether the previous secret stays valid for one more day or
 * stops working immediately.
 */
export function RenewSecretDialog({
  connection: { id: connectionId, name },
  onClose,
}: {
  readonly connection: ConnectionView;
  readonly onClose: () => void;
}) {
  const { id: workspaceId } = useWorkspace();
  const renew = useAction('renewConnectionSecret', { refreshes: ['listConnections'], isOfForm: true });
  const make = (hours: number) =>
    renew.mutate({ params: { workspaceId, connectionId }, input: { overlapHours: hours } });
  if (renew.data !== undefined) {
    const { secret, previousEndsAt } = renew.data;
    return (
      <OnceDialog title={`New secret for ${name}`} what="the secret" onClose={onClose}>
        <div className="stack">
          <Note tone="caution">Copy it now. It will not be shown again.</Note>
          <div className="row">
            <code className="code code-wraps">{secret}</code>
            <CopyButton text={secret} kind="primary" label="Copy the secret" />
          </div>
          {previousEndsAt !== null && <p>The previous secret works for another day.</p>}
          <div>
            <Button onClick={onClose}>I have copied it</Button>
          </div>
        </div>
      </OnceDialog>
    );
  }
  return (
    <Dialog title={`New secret for ${name}?`} onClose={onClose}>
      <div className="stack">
        <p>Give the new secret to the program that brings in messages. If the current one has leaked, end it now.</p>
        <FormError error={renew.error} />
        <div className="row">
          <Button kind="primary" isBusy={renew.isPending} onClick={() => make(overlapHours)}>
            Keep the current one for a day
          </Button>
          <Button kind="danger" isBusy={renew.isPending} onClick={() => make(0)}>
            End the current one now
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
