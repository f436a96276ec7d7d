import { comparableHandle } from '../../domain/contact-handle.ts';
import type { NewAuditEntry } from '../audit-port.ts';
import type { Store } from '../port.ts';
import type { Forgotten } from '../retention-port.ts';
import { appendEntries } from './audited.ts';
import type { Call, Parameters as CallParameters, Database } from './database.ts';

const batchSize = 500;
const handlesPerPage = 5_000;

interface Forgetting extends Pick<Store, 'contactConversations'> {
  /**
   * Forgets conversations. Skips a conversation whose latest message is less than `silentMs` old; if `silentMs` is
   * null, skips none. The first commit that removes anything contains the audit entry. `forgetWrites` removes the
   * stored writes.
   */
  forgetConversations(
    input: Parameters<Store['forgetConversations']>[0],
    options: { silentMs: number | null; entry: NewAuditEntry | null },
  ): Promise<Omit<Forgotten, 'responses'>>;
}

interface Step {
  readonly messages: number;
  readonly notifications: number;
  readonly isOver: boolean;
  readonly isGone: boolean;
}

export function createForgetting(database: Database): Forgetting {
  const { call } = database;
  return {
    contactConversations: async ({ workspaceId, handle, conversationIds }) => {
      const ofHandle = handle === null ? [] : await conversationsOf(call, workspaceId, handle);
      return call('contact_conversations', {
        workspace: workspaceId,
        conversations: [...conversationIds, ...ofHandle],
      });
    },

    forgetConversations: async ({ workspaceId, conversationIds }, { silentMs, entry }) => {
      const removed = { conversations: 0, messages: 0, notifications: 0 };
      let left = entry;
      for (const conversation of conversationIds) {
        let isOver = false;
        while (!isOver) {
          const of = { workspace: workspaceId, conversation, silent_ms: silentMs, limit: batchSize };
          const step: Step =
            left === null ? await call('forget_conversation', of) : await firstStep(database, of, left);
          isOver = step.isOver;
          if (removesAnything(step)) left = null;
          removed.messages += step.messages;
          removed.notifications += step.notifications;
          removed.conversations += step.isGone ? 1 : 0;
        }
      }
      return removed;
    },
  };
}

/** Commits the first step together with its audit entry, if it removed anything. */
function firstStep(database: Database, of: CallParameters, entry: NewAuditEntry): Promise<Step> {
  return database.together(async () => {
    const step: Step = await database.call('forget_conversation', of);
    if (removesAnything(step)) await appendEntries(database.call, [entry]);
    return step;
  });
}

const removesAnything = ({ isGone, messages }: Step) => isGone || messages > 0;

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

/** Removes the writes of deleted conversations, page by page. Returns how many were removed. */
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
