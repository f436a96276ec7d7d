import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, isAway, isGone } from './api-error.ts';
import { connection } from './connection.ts';
import { forgetFormDrafts } from './use-form-draft.ts';

const askAgainMs = 2_000;

/**
 * The client that reads and writes go through. It retries a read until the service is available again. If a call shows
 * that the session has ended, it marks the user as signed out.
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeEnd }),
  mutationCache: new MutationCache({
    onError(error) {
      noticeEnd(error);
      // The page shows data that has since been erased, or that needs a role that the person has lost.
      if (isGone(error)) void queryClient.invalidateQueries();
    },
  }),
  defaultOptions: {
    queries: {
      networkMode: 'always',
      // Components on one page share a request. The next page always sends a new one.
      staleTime: 0,
      retry: (_count, error) => isAway(error),
      retryDelay: askAgainMs,
    },
    mutations: { networkMode: 'always' },
  },
});

connection.subscribe(() => {
  if (!connection.isLost()) void queryClient.invalidateQueries();
});

function noticeEnd(error: unknown): void {
  if (!(error instanceof ApiError) || error.code !== 'console_signed_out') return;
  markSignedOut();
}

function markSignedOut(): void {
  queryClient.setQueryData(['readSession', {}, {}], (state: object | undefined) =>
    state === undefined ? state : { ...state, session: null },
  );
}

/** Discards everything that was read or typed in this tab, after the user signs out. */
export function leave(): void {
  forgetFormDrafts();
  markSignedOut();
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'readSession' });
}
