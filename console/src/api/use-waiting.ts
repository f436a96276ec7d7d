import { useRead } from './use-read.ts';

/** How many conversations the inbox shows on a page. */
export const inboxPageSize = 50;

/**
 * Reads the first page of waiting conversations. It uses the same query as the inbox, so one response serves the inbox,
 * the navigation and Home.
 */
export function useWaiting(workspaceId: string) {
  return useRead('readInbox', { workspaceId }, { tab: 'waiting', limit: String(inboxPageSize) });
}
