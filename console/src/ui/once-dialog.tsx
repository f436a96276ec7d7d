import { type ReactNode, useState } from 'react';
import { Note } from './badge.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface OnceDialogProps {
  readonly title: string;
  /** The name of the value that is shown only once, such as "the key". */
  readonly what: string;
  readonly isWide?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * Shows a value that cannot be shown again. Escape and the close button ask for confirmation before the dialog closes.
 */
export function OnceDialog({ title, what, isWide = false, onClose, children }: OnceDialogProps) {
  const [isLeaving, setIsLeaving] = useState(false);
  return (
    <Dialog title={title} isWide={isWide} onClose={() => setIsLeaving(true)}>
      {isLeaving && (
        <Note tone="stop" isAlert>
          <p>Have you copied {what}? You cannot view it again.</p>
          <div className="row">
            <Button isSmall onClick={() => setIsLeaving(false)}>
              Go back to {what}
            </Button>
            <Button isSmall kind="danger" onClick={onClose}>
              Close without it
            </Button>
          </div>
        </Note>
      )}
      {children}
    </Dialog>
  );
}
