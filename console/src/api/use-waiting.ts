import { useRead } from './use-read.ts';

/** How many conversations the inbox shows on a page. */
export const inboxPageSize = 50;

/**
 * Reads the first page of waiting conversations. The inbox, the navigation and Home send the same query, so they share
 * one response.
 */
export function useWaiting(workspaceId: string) {
  return useRead('readInbox', { workspaceId }, { tab: 'waiting', limit: String(inboxPageSize) });
}
