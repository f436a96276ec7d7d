import { comparableHandle } from '../../domain/contact-handle.ts';
import type { Store } from '../port.ts';
import type { Forgotten } from '../retention-port.ts';
import type { Call } from './database.ts';

const batchSize = 500;
const handlesPerPage = 5_000;

interface Forgetting extends Pick<Store, 'contactConversations'> {
  /** Leaves out a conversation that has had a message within `silentMs`; null: none. Stored writes are for `forgetWrites`. */
  forgetConversations(
    input: Parameters<Store['forgetConversations']>[0],
    silentMs: number | null,
  ): Promise<Omit<Forgotten, 'responses'>>;
}

export function createForgetting(call: Call): Forgetting {
  return {
    contactConversations: async ({ workspaceId, handle, conversationIds }) => {
      const ofHandle = handle === null ? [] : await conversationsOf(call, workspaceId, handle);
      return call('contact_conversations', {
        workspace: workspaceId,
        conversations: [...conversationIds, ...ofHandle],
      });
    },

    forgetConversations: async ({ workspaceId, conversationIds }, silentMs) => {
      const removed = { conversations: 0, messages: 0, notifications: 0 };
      for (const conversation of conversationIds) {
        let isOver = false;
        while (!isOver) {
          const step: { messages: number; notifications: number; isOver: boolean; isGone: boolean } = await call(
            'forget_conversation',
            { workspace: workspaceId, conversation, silent_ms: silentMs, limit: batchSize },
          );
          isOver = step.isOver;
          removed.messages += step.messages;
          removed.notifications += step.notifications;
          removed.conversations += step.isGone ? 1 : 0;
        }
      }
      return removed;
    },
  };
}

async function conversationsOf(call: Call, workspace: string, handle: string): Promise<string[]> {
  const found: string[] = [];
  let after: string | undefined = '';
  while (after !== undefined) {
    const page: { conversationId: string; handle: string | null }[] = await call('contact_handles', {
      workspace,
      after,
      limit: handlesPerPage,
    });
    const own = page.filter((each) => each.handle !== null && comparableHandle(each.handle) === handle);
    found.push(...own.map(({ conversationId }) => conversationId));
    after = page.length < handlesPerPage ? undefined : page.at(-1)?.conversationId;
  }
  return found;
}

/** Removes the writes of conversations that are gone, page by page. How many. */
export async function forgetWrites(call: Call, workspace: string): Promise<number> {
  let removed = 0;
  let after: { operation: string; key: string } | null = { operation: '', key: '' };
  while (after !== null) {
    const step: { responses: number; next: { operation: string; key: string } | null } = await call('forget_writes', {
      workspace,
      after_operation: after.operation,
      after_key: after.key,
      limit: batchSize,
    });
    removed += step.responses;
    after = step.next;
  }
  return removed;
}
