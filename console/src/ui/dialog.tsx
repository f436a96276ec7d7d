import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

interface DialogProps {
  readonly title: string;
  readonly isWide?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Covers the page while it is rendered. Escape closes it, and the focus returns to the previous element. */
export function Dialog({ title, isWide = false, onClose, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useLayoutEffect(() => {
    const dialog = element.current;
    const before = document.activeElement;
    dialog?.showModal();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  useEffect(() => {
    const dialog = element.current;
    // Browsers always close a dialog when Escape is pressed a second time. To prevent this, Escape never reaches the
    // dialog.
    dialog?.setAttribute('closedby', 'none');
    const cancel = (event: Event) => {
      event.preventDefault();
      close.current();
    };
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Escape') cancel(event);
    };
    dialog?.addEventListener('cancel', cancel);
    dialog?.addEventListener('keydown', press);
    return () => {
      dialog?.removeEventListener('cancel', cancel);
      dialog?.removeEventListener('keydown', press);
    };
  }, []);

  return (
    <dialog ref={element} className={`dialog${isWide ? ' dialog-wide' : ''}`} aria-labelledby={titleId}>
      <div className="dialog-head">
        <h2 id={titleId}>{title}</h2>
        <Button kind="quiet" className="button-icon" aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </Button>
      </div>
      <div className="dialog-body stack">{children}</div>
    </dialog>
  );
}
