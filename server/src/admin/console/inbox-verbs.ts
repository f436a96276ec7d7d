import { ConsoleError } from '../../domain/console/console-error.ts';
import type { ConsoleInput, ConsoleOutput } from '../../domain/console/routes.ts';
import { comparableHandle } from '../../domain/contact-handle.ts';
import { pastedChannel } from '../../domain/inbox/pasted-message.ts';
import type { PlanName } from '../../domain/plan.ts';
import { createId } from '../../lib/ids.ts';
import type { SessionRecord } from '../../store/account-port.ts';
import type { ThreadRecord } from '../../store/console-port.ts';
import type { Store } from '../../store/port.ts';
import { type DraftPastedDeps, draftPasted } from './draft-pasted.ts';
import type { PersonaReader } from './persona-reader.ts';
import { cardOf } from './review-card.ts';
import { shortReason } from './short-reason.ts';
import { newestStoredDraft } from './stored-draft.ts';

const mostInPage = 200;
const messagesRead = 100;

interface InboxDeps extends DraftPastedDeps {
  readonly store: Store;
  readonly readPersona: PersonaReader;
  readonly monthlyReplies: Readonly<Record<PlanName, number>>;
}

type Of = { readonly workspaceId: string; readonly conversationId: string };

/**
 * Creates the inbox's actions: reading its pages, recording answers given elsewhere, and adding pasted messages. They
 * send nothing to anyone.
 */
export function createInboxVerbs(deps: InboxDeps) {
  const { store, readPersona, monthlyReplies } = deps;
  return {
    async page(workspaceId: string, input: ConsoleInput<'readInbox'>): Promise<ConsoleOutput<'readInbox'>> {
      const { tab, profileId = null, channel = null, limit = '50', offset = '0' } = input;
      const search = input.search?.trim() ?? '';
      const { conversations, ...page } = await store.inboxPage({
        workspaceId,
        tab,
        profileId,
        channel,
        search: search === '' ? null : search,
        order: input.order ?? (tab === 'waiting' ? 'urgency' : 'newest'),
        offset: Number(offset),
        limit: Math.min(mostInPage, Number(limit)),
      });
      return {
        ...page,
        channels: [...page.channels],
        conversations: conversations.map(({ latest, draft, ...record }) => ({
          ...cardOf(record),
          latest: latest === null ? null : { isFromFan: latest.direction === 'inbound', body: latest.body },
          why: shortReason(record.state === 'awaiting_owner' ? record.verdict : null, draft?.intent ?? null),
          riskLevel: draft?.riskLevel ?? null,
        })),
      };
    },

    /** Records an answer that was given elsewhere. @throws ConsoleError `console_not_found` */
    async record(
      of: Of,
      { text, suggestion, suggested }: ConsoleInput<'recordAnswer'>,
      by: SessionRecord,
    ): Promise<ConsoleOutput<'recordAnswer'>> {
      const { workspaceId, conversationId } = of;
      const thread = await store.thread({ ...of, messages: messagesRead });
      if (thread === null) throw new ConsoleError('console_not_found');
      const isChanged = suggested !== null && suggested !== text;
      const recorded = await store.inboxStep({
        workspaceId,
        name: 'recordAnswer',
        input: { conversationId, text, by: by.name, suggestion, isChanged },
      });
      if (recorded.outcome === 'not_found') throw new ConsoleError('console_not_found');
      if (text !== null) {
        await store.saveReply({ ...of, reply: '', by: by.name });
        await noteOutcome(workspaceId, thread, { text, suggested });
      }
      const { messageId, before, after } = recorded;
      return { messageId, before, after };
    },

    /**
     * Undoes a recorded answer. @throws ConsoleError `console_not_possible` if the conversation has newer activity
     */
    async undo(of: Of, { messageId, before }: ConsoleInput<'undoAnswer'>): Promise<void> {
      const { workspaceId, conversationId } = of;
      const input = { conversationId, messageId, before };
      const { outcome } = await store.inboxStep({ workspaceId, name: 'undoAnswer', input });
      if (outcome === 'not_found') throw new ConsoleError('console_not_found');
      if (outcome === 'too_late')
        throw new ConsoleError('console_not_possible', {
          message: 'You can no longer undo this answer, because the conversation has newer activity.',
        });
    },

    /**
     * Adds a pasted message and drafts a reply. @throws ConsoleError `console_input_invalid` for an empty message,
     * `console_not_found`, or `console_not_possible`, for example when the allowance is used up
     */
    async paste(
      workspaceId: string,
      { profileId, message, handle }: ConsoleInput<'pasteMessage'>,
      gone: AbortSignal,
    ): Promise<ConsoleOutput<'pasteMessage'>> {
      const body = message.trim();
      if (body === '')
        throw new ConsoleError('console_input_invalid', {
          message: 'The message is empty. Paste what the fan wrote.',
          fields: [{ path: 'message', message: 'The message is empty. Paste what the fan wrote.' }],
        });
      const named = handle?.trim() ?? '';
      const profile = await readPersona({ workspaceId, profileId });
      if (profile === null) throw new ConsoleError('console_not_found');
      const known = named === '' ? null : await earlier(workspaceId, profileId, named);
      const read = await draftPasted(deps, { workspaceId, message: body, profile, thread: known, gone });
      const pasted = await store.inboxStep({
        workspaceId,
        name: 'pasteMessage',
        input: {
          conversationId: known?.conversation.conversationId ?? createId('conv'),
          profileId,
          contact: named === '' ? null : { handle: named },
          body,
          ...read,
          monthlyReplies,
        },
      });
      if (pasted.outcome === 'stored') return { conversationId: pasted.conversationId, state: pasted.state };
      throw new ConsoleError('console_not_possible', { message: refusals[pasted.outcome] });
    },
  };

  /** Finds the conversation that contains this handle's earlier pasted messages. Resolves to null if there is none. */
  async function earlier(workspaceId: string, profileId: string, handle: string): Promise<ThreadRecord | null> {
    const ids = await store.contactConversations({
      workspaceId,
      handle: comparableHandle(handle),
      conversationIds: [],
    });
    for (const { conversationId } of ids) {
      const thread = await store.thread({ workspaceId, conversationId, messages: messagesRead });
      if (thread?.conversation.channel === pastedChannel && thread.conversation.profileId === profileId) return thread;
    }
    return null;
  }

  /** Counts how the person handled the agent's draft: for each item in the draft, and for the trial. */
  async function noteOutcome(
    workspaceId: string,
    thread: ThreadRecord,
    { text, suggested }: { text: string; suggested: string | null },
  ): Promise<void> {
    const stored = newestStoredDraft(thread);
    if (stored === null) return;
    const { key, reply } = stored;
    const outcome = text === reply ? 'unchanged' : suggested === reply ? 'edited' : 'rejected';
    await store.recordOutcome({ workspaceId, idempotencyKey: key, outcome });
  }
}

const refusals = {
  profile_not_found: 'This creator is not active, so nothing can be drafted for them.',
  workspace_inactive: 'This workspace is not active, so nothing is drafted for it.',
  allowance_used: "This month's replies are used up, so the message was not accepted. The allowance renews next month.",
} as const;
