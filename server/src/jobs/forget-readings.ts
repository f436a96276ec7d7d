import type { ReadingCache } from '../drafting/model/reading-cache.ts';
import { createRepeater } from '../lib/repeater.ts';
import type { Store } from '../store/port.ts';

export interface ForgetReadings {
  /** Checks every `intervalMs`, until `stop`. */
  start(): void;
  /** Resolves when a check in progress has ended. Idempotent. */
  stop(): Promise<void>;
  /** Checks now. Never throws. */
  runOnce(): Promise<void>;
}

/** The maximum number of conversations per query. A larger query would delay requests. */
const conversationsAtOnce = 100;

/**
 * Creates the job that removes the language model's cached readings of conversations that no longer exist, whichever
 * process erased them. If the store is unavailable, the job cannot check the conversations, so it removes all readings.
 */
export function createForgetReadings({
  store,
  readings,
  intervalMs = 5_000,
}: {
  store: Pick<Store, 'contactConversations'>;
  readings: ReadingCache;
  intervalMs?: number;
}): ForgetReadings {
  async function check(): Promise<void> {
    for (const [workspaceId, held] of readings.conversations()) {
      const all = [...held];
      for (let from = 0; from < all.length; from += conversationsAtOnce) {
        const conversationIds = all.slice(from, from + conversationsAtOnce);
        const found = await store.contactConversations({ workspaceId, handle: null, conversationIds });
        const gone = new Set(conversationIds);
        for (const { conversationId } of found) gone.delete(conversationId);
        if (gone.size > 0) readings.forget(workspaceId, gone);
      }
    }
  }

  const runOnce = (): Promise<void> => check().catch(readings.forgetAll);

  return { ...createRepeater(runOnce, intervalMs), runOnce };
}
