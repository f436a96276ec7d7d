import type { ReactNode } from 'react';

export type Tone = 'good' | 'caution' | 'stop' | 'info' | 'accent' | 'neutral';

export function Badge({ tone = 'neutral', children }: { readonly tone?: Tone; readonly children: ReactNode }) {
  return <span className={`badge tone-${tone}`}>{children}</span>;
}

/** Shows a note in a box. Screen readers announce an alert immediately. */
export function Note({
  tone = 'neutral',
  isAlert = false,
  children,
}: {
  readonly tone?: Tone;
  readonly isAlert?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div className={`note tone-${tone}`} role={isAlert ? 'alert' : undefined}>
      {children}
    </div>
  );
}
