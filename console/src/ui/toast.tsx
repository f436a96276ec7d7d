import { createContext, type ReactNode, use, useCallback, useState } from 'react';
import { Button } from './button.tsx';

interface Toast {
  readonly text: string;
  readonly tone?: 'good' | 'stop';
  readonly action?: { readonly label: string; readonly run: () => void };
}

const ToastContext = createContext<(toast: Toast) => void>(() => {});
const shownMs = 5_000;
/** Toasts with a button and toasts about a failure are shown longer. */
const shownLongerMs = 15_000;

/** Returns a function that shows a short message at the edge of the page, which screen readers announce. */
export function useToast(): (toast: Toast) => void {
  return use(ToastContext);
}

let made = 0;

export function Toasts({ children }: { readonly children: ReactNode }) {
  const [shown, setShown] = useState<readonly (Toast & { id: number })[]>([]);
  const drop = useCallback((id: number) => setShown((all) => all.filter((each) => each.id !== id)), []);
  const add = useCallback(
    (toast: Toast) => {
      made += 1;
      const id = made;
      // Replaces an earlier toast, because its button may undo a change that is no longer the latest.
      setShown([{ ...toast, id }]);
      setTimeout(() => drop(id), toast.action === undefined && toast.tone !== 'stop' ? shownMs : shownLongerMs);
    },
    [drop],
  );
  return (
    <ToastContext value={add}>
      {children}
      <div className="toasts" role="status" aria-live="polite">
        {shown.map(({ id, text, tone, action }) => (
          <div key={id} className={`toast toast-${tone ?? 'good'}`}>
            <span>{text}</span>
            {action !== undefined && (
              <Button
                isSmall
                onClick={() => {
                  drop(id);
                  action.run();
                }}
              >
                {action.label}
              </Button>
            )}
            <Button isSmall aria-label="Dismiss" onClick={() => drop(id)}>
              ×
            </Button>
          </div>
        ))}
      </div>
    </ToastContext>
  );
}
