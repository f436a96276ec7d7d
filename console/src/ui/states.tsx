import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isAway, isGone } from '../api/api-error.ts';
import { Note } from './badge.tsx';
import { Button } from './button.tsx';

/**
 * Shows the result of a read, its progress, or the reason why it failed with a way to continue. Hides data that has
 * been erased.
 */
export function Loaded<Data>({
  query,
  lines = 5,
  children,
}: {
  readonly query: UseQueryResult<Data, Error>;
  /** The approximate number of lines that the answer will take. */
  readonly lines?: number;
  readonly children: (data: Data) => ReactNode;
}) {
  if (query.data !== undefined && !isGone(query.error)) return children(query.data);
  if (query.error !== null && !isAway(query.error))
    return <Failed error={query.error} onRetry={() => void query.refetch()} />;
  return <Loading lines={lines} />;
}

export function Loading({ lines = 5 }: { readonly lines?: number }) {
  return (
    <div className="skeleton" role="status" aria-label="Loading">
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are identical
        <span key={line} />
      ))}
    </div>
  );
}

function Failed({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  return (
    <Note tone="stop" isAlert>
      <div className="row-between">
        <span>{error.message}</span>
        <Button isSmall onClick={onRetry}>
          Try again
        </Button>
      </div>
    </Note>
  );
}

export function Empty({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

/** Shows why a form was rejected, unless a field already shows the reason. */
export function FormError({ error }: { readonly error: Error | null }) {
  if (error === null) return null;
  return (
    <Note tone="stop" isAlert>
      {error.message}
    </Note>
  );
}
