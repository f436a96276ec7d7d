import { useState } from 'react';
import type { Scope } from '../../../../server/src/domain/actor.ts';
import { Note } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { NewSecret } from './new-secret.tsx';

interface SecretDialogProps {
  readonly title: string;
  readonly secret: string;
  readonly scopes: readonly Scope[];
  readonly onClose: () => void;
}

/** A new key. It is shown once, so Escape and the close button ask before they close it. */
export function SecretDialog({ title, secret, scopes, onClose }: SecretDialogProps) {
  const [isLeaving, setIsLeaving] = useState(false);
  return (
    <Dialog title={title} isWide onClose={() => setIsLeaving(true)}>
      {isLeaving && (
        <Note tone="stop" isAlert>
          <p>Have you copied the key? Nobody can show it again.</p>
          <div className="row">
            <Button isSmall onClick={() => setIsLeaving(false)}>
              Go back to the key
            </Button>
            <Button isSmall kind="danger" onClick={onClose}>
              Close without it
            </Button>
          </div>
        </Note>
      )}
      <NewSecret secret={secret} scopes={scopes} onDone={onClose} />
    </Dialog>
  );
}
