import { currentActor } from '../../lib/acting.ts';
import { entryOf } from '../audit-entries.ts';
import type { NewAuditEntry } from '../audit-port.ts';
import { contactErased } from '../audited-operations.ts';
import type { Store } from '../port.ts';
import type { Expired, Forgotten } from '../retention-port.ts';
import { type Ageing, ageingConversations, type ForgettingStep } from './forgetting.ts';
import type { Moment, Transaction } from './transaction.ts';
import type { WriteThread } from './write-thread.ts';

/** The number of rows in one step. Steps are so small that their commits do not delay other writes noticeably. */
const rowsPerCommit = 500;

type Read = <Result>(from: (db: Transaction['db'], moment: Moment) => Result) => Promise<Result>;

/** Removes expired data step by step, so that other writes get their turn in between. */
export async function expire(
  thread: WriteThread,
  read: Read,
  { conversationMs }: Parameters<Store['expire']>[0],
): Promise<Expired> {
  const removed = { messages: 0, conversations: 0, notifications: 0, charges: 0 };
  let isMore = true;
  while (isMore) {
    const step = await thread.write('expireRecords', { limit: rowsPerCommit });
    removed.notifications += step.notifications;
    removed.charges += step.charges;
    isMore = Math.max(step.notifications, step.charges, step.drafts) === rowsPerCommit;
  }
  if (conversationMs === null) return removed;
  for await (const { workspaceId, conversationId, isOver } of ageing(read, conversationMs)) {
    if (isOver) {
      const gone = await forget(thread, { workspaceId, conversationId, silentMs: conversationMs, entry: null });
      removed.messages += gone.messages;
      removed.conversations += gone.conversations;
      continue;
    }
    let step: number;
    do {
      step = await thread.write('expireMessages', {
        workspaceId,
        conversationId,
        olderMs: conversationMs,
        limit: rowsPerCommit,
      });
      removed.messages += step;
    } while (step === rowsPerCommit);
  }
  return removed;
}

/**
 * Removes whole conversations, one after another. The first commit that removes anything contains the audit entry of
 * the person who asked for it.
 */
export async function forgetConversations(
  thread: WriteThread,
  { workspaceId, conversationIds }: Parameters<Store['forgetConversations']>[0],
): Promise<Forgotten> {
  const removed = { conversations: 0, messages: 0, notifications: 0, responses: 0 };
  const acting = currentActor();
  let entry = acting === null ? null : entryOf(contactErased(workspaceId), acting);
  for (const conversationId of conversationIds) {
    const gone = await forget(thread, { workspaceId, conversationId, silentMs: null, entry });
    if (gone.conversations > 0) entry = null;
    removed.conversations += gone.conversations;
    removed.messages += gone.messages;
    removed.notifications += gone.notifications;
    removed.responses += gone.responses;
  }
  return removed;
}

async function forget(
  thread: WriteThread,
  {
    entry,
    ...of
  }: { workspaceId: string; conversationId: string; silentMs: number | null; entry: NewAuditEntry | null },
): Promise<Forgotten> {
  let messages = 0;
  let step: ForgettingStep;
  do {
    step = await thread.write('forgetConversation', {
      ...of,
      limit: rowsPerCommit,
      entry: messages === 0 ? entry : null,
    });
    messages += step.messages;
  } while (!step.isOver);
  return { messages, conversations: step.isGone ? 1 : 0, notifications: step.notifications, responses: step.responses };
}

/** Yields the conversations with messages older than `olderMs`. Reads conversations in small pages. */
async function* ageing(
  read: Read,
  olderMs: number,
): AsyncGenerator<{ workspaceId: string; conversationId: string; isOver: boolean }> {
  const workspaces = await read((db) => db.all<{ id: string }>('SELECT workspace_id AS id FROM workspaces ORDER BY 1'));
  for (const { id: workspaceId } of workspaces) {
    let after = '';
    let page: Ageing[];
    do {
      const from = after;
      page = await read((db, { now }) =>
        ageingConversations(db, { workspaceId, after: from, before: now - olderMs, limit: rowsPerCommit }),
      );
      for (const { conversationId, isOver, hasOld } of page) {
        if (isOver === 1 || hasOld === 1) yield { workspaceId, conversationId, isOver: isOver === 1 };
      }
      after = page.at(-1)?.conversationId ?? after;
    } while (page.length === rowsPerCommit);
  }
}
