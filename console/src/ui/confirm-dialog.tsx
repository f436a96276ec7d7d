import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { FormError } from './states.tsx';

/** Asks the user to confirm an action that cannot be undone. */
export function ConfirmDialog({
  title,
  confirm,
  isBusy,
  error,
  onConfirm,
  onClose,
  children,
}: {
  readonly title: string;
  readonly confirm: string;
  readonly isBusy: boolean;
  readonly error: Error | null;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{children}</p>
      <FormError error={error} />
      <div className="row">
        <Button kind="danger" isBusy={isBusy} onClick={onConfirm}>
          {confirm}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </Dialog>
  );
}
