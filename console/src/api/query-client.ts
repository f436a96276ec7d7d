import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, isAway, isGone } from './api-error.ts';
import { connection } from './connection.ts';
import { forgetFormDrafts } from './use-form-draft.ts';

const askAgainMs = 2_000;

/** Reads are repeated until the service is there again; an ended session is noticed wherever it shows. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeEnd }),
  mutationCache: new MutationCache({
    onError(error) {
      noticeEnd(error);
      // The page shows what was erased meanwhile, or a role that somebody lost.
      if (isGone(error)) void queryClient.invalidateQueries();
    },
  }),
  defaultOptions: {
    queries: {
      networkMode: 'always',
      // What several parts of one page ask for at once is asked once; the next page asks anew, however soon it comes.
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

/** After the end of a session that somebody wanted to end: nothing that was read or typed stays in the tab. */
export function leave(): void {
  forgetFormDrafts();
  markSignedOut();
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'readSession' });
}
