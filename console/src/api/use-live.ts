import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { LiveEvent } from '../../../server/src/domain/console/insight-contract.ts';
import type { ConsoleRouteName } from '../../../server/src/domain/console/routes.ts';
import { addressOf } from './call.ts';

const openAgainMs = 5_000;

const readsOf: Readonly<Record<LiveEvent, readonly ConsoleRouteName[]>> = {
  review: ['readInbox', 'readThread', 'readUsage'],
  deliveries: ['listDeliveries'],
  persona: ['readDraft', 'readWarnings', 'listChanges', 'listProfiles'],
  signed_out: ['readSession'],
};

/**
 * Keeps a workspace's displayed data current. A hidden page disconnects, because browsers allow only a few connections
 * per host.
 */
export function useLive(workspaceId: string): void {
  const queries = useQueryClient();
  useEffect(() => {
    let stream: EventSource | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let wasOpen = false;

    function reload(event: LiveEvent) {
      for (const read of readsOf[event]) void queries.invalidateQueries({ queryKey: [read] });
    }
    function open() {
      if (stream !== null || document.visibilityState === 'hidden') return;
      stream = new EventSource(addressOf('watch', { workspaceId }));
      stream.addEventListener('open', () => {
        // Changes were not reported while the stream was disconnected.
        if (wasOpen) for (const event of ['review', 'deliveries', 'persona'] as const) reload(event);
        wasOpen = true;
      });
      for (const event of ['review', 'deliveries', 'persona', 'signed_out'] as const)
        stream.addEventListener(event, () => reload(event));
      stream.addEventListener('error', () => {
        if (stream?.readyState !== EventSource.CLOSED) return;
        close();
        timer = setTimeout(open, openAgainMs);
      });
    }
    function close() {
      clearTimeout(timer);
      stream?.close();
      stream = null;
    }
    function followVisibility() {
      if (document.visibilityState === 'hidden') close();
      else open();
    }
    open();
    document.addEventListener('visibilitychange', followVisibility);
    return () => {
      document.removeEventListener('visibilitychange', followVisibility);
      close();
    };
  }, [workspaceId, queries]);
}
