import { createRecentWork, type RecentWork } from '../lib/turns/recent-work.ts';
import type { Store } from './port.ts';

/** Longer than the pauses of a workspace whose drafts arrive one by one. */
const recentMs = 10_000;

/** Which workspaces drafted recently, through this process. */
export function createDraftingWork(): RecentWork {
  return createRecentWork(recentMs);
}

/**
 * Wraps a store so that `work` knows which workspaces draft. A line of events then leaves the store to the others for
 * most of the time.
 */
export function withNotedWork(store: Store, work: RecentWork): Store {
  const noted =
    <Input extends { readonly workspaceId: string }, Result>(operation: (input: Input) => Promise<Result>) =>
    (input: Input): Promise<Result> => {
      work.note(input.workspaceId);
      return operation(input);
    };
  return {
    ...store,
    prepareDraft: noted(store.prepareDraft),
    admitDraft: noted(store.admitDraft),
    admitHandoff: noted(store.admitHandoff),
    ask: noted(store.ask),
  };
}
