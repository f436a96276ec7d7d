import type { Scope } from '../../../../server/src/domain/actor.ts';
import { OnceDialog } from '../../ui/once-dialog.tsx';
import { NewSecret } from './new-secret.tsx';

interface SecretDialogProps {
  readonly title: string;
  readonly secret: string;
  readonly scopes: readonly Scope[];
  readonly onClose: () => void;
}

/** Shows a new key in a dialog. The key cannot be shown again. */
export function SecretDialog({ title, secret, scopes, onClose }: SecretDialogProps) {
  return (
    <OnceDialog title={title} what="the key" isWide onClose={onClose}>
      <NewSecret secret={secret} scopes={scopes} onDone={onClose} />
    </OnceDialog>
  );
}
