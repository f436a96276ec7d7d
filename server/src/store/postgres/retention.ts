import { keeping } from '../../domain/keeping.ts';
import type { Store } from '../port.ts';
import type { Database } from './database.ts';
import { createForgetting, forgetWrites } from './forgetting.ts';
import { workspaceIds } from './workspace-ids.ts';

const batchSize = 500;
/**
 * The longest time that one pass spends forgetting addresses. Anyone can add addresses, so their number is unbounded;
 * the next pass continues with the rest.
 */
const addressesWithinMs = 30_000;

export function createRetention(database: Database): Pick<Store, 'purge' | 'expire'> {
  const { call } = database;
  const { forgetConversations } = createForgetting(database);

  async function expireConversations(workspace: string, olderMs: number) {
    const removed = { messages: 0, conversations: 0 };
    let after: string | null = '';
    while (after !== null) {
      const batch: { messages: number; whole: string[]; next: string | null } = await call('expire_messages', {
        workspace,
        after,
        older_ms: olderMs,
        limit: batchSize,
      });
      removed.messages += batch.messages;
      if (batch.whole.length > 0) {
        const forgotten = await forgetConversations(
          { workspaceId: workspace, conversationIds: batch.whole },
          { silentMs: olderMs, entry: null },
        );
        removed.messages += forgotten.messages;
        removed.conversations += forgotten.conversations;
      }
      after = batch.next;
    }
    if (removed.conversations > 0) await forgetWrites(call, workspace);
    return removed;
  }

  async function expireRecords(workspace: string) {
    const removed = { notifications: 0, charges: 0 };
    let isMore = true;
    while (isMore) {
      const batch: { notifications: number; charges: number; drafts: number } = await call('expire_records', {
        workspace,
        notification_ms: keeping.finishedNotificationMs,
        charge_months: keeping.chargeMonths,
        draft_ms: keeping.draftRecordMs,
        limit: batchSize,
      });
      removed.notifications += batch.notifications;
      removed.charges += batch.charges;
      isMore = Math.max(batch.notifications, batch.charges, batch.drafts) === batchSize;
    }
    return removed;
  }

  async function purgeAddresses(): Promise<void> {
    const startedAt = performance.now();
    let removed = batchSize;
    while (removed === batchSize && performance.now() - startedAt < addressesWithinMs) {
      removed = await call('purge_addresses', { limit: batchSize });
    }
  }

  return {
    purge: async () => {
      const removed = { responses: 0, leases: 0 };
      let place: { next: string | null; from: number } = { next: '', from: 0 };
      while (place.next !== null) {
        const batch: typeof place & { responses: number; leases: number } = await call('purge', {
          after: place.next,
          limit: batchSize,
          from: place.from,
        });
        removed.responses += batch.responses;
        removed.leases += batch.leases;
        place = batch;
      }
      await purgeAddresses();
      return removed;
    },
    expire: async ({ conversationMs }) => {
      const total = { messages: 0, conversations: 0, notifications: 0, charges: 0 };
      for await (const workspace of workspaceIds(call)) {
        const records = await expireRecords(workspace);
        total.notifications += records.notifications;
        total.charges += records.charges;
        if (conversationMs === null) continue;
        const conversations = await expireConversations(workspace, conversationMs);
        total.messages += conversations.messages;
        total.conversations += conversations.conversations;
      }
      return total;
    },
  };
}
