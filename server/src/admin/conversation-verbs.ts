import type { Contact, ConversationState } from '../domain/conversation.ts';
import { OperatorError } from '../lib/errors.ts';
import { printableName } from '../lib/printable.ts';
import type { Store } from '../store/port.ts';
import type { AppendedMessage, AppendOutcome } from '../store/workspace-port.ts';
import { isoTime } from './iso-time.ts';
import { requireWorkspace } from './require-workspace.ts';

export interface ConversationView {
  readonly id: string;
  readonly profileId: string;
  readonly state: ConversationState;
  readonly channel: string | null;
  readonly contact: Contact | null;
  readonly messages: number;
  readonly lastMessageAt: string | null;
  /** Null unless the conversation came from a connected inbox. */
  readonly connectionId: string | null;
  readonly threadId: string | null;
  readonly epoch: number;
  readonly lockedUntil: string | null;
  readonly held: 'allowance' | 'paused' | null;
}

export interface StateChange {
  readonly id: string;
  readonly before: ConversationState;
  readonly after: ConversationState;
}

/** Creates an operator's actions on conversations. */
export function createConversationVerbs({ store }: { store: Store }) {
  const setState =
    (action: 'resolve' | 'close') =>
    async ({ workspaceId, conversationId }: { workspaceId: string; conversationId: string }): Promise<StateChange> => {
      const change = await store.setConversationState({ workspaceId, conversationId, action });
      if (change !== null) return { id: conversationId, ...change };
      await requireWorkspace(store, workspaceId);
      throw new OperatorError(
        `Workspace "${workspaceId}" has no conversation "${printableName(conversationId)}". "understudy conversations list --workspace ${workspaceId}" lists its conversations.`,
      );
    };

  return {
    /** Lists conversations, newest activity first. @throws OperatorError when the workspace does not exist */
    async list(input: {
      workspaceId: string;
      state: ConversationState | null;
      limit: number;
    }): Promise<ConversationView[]> {
      const conversations = await store.listConversations(input);
      if (conversations.length === 0) await requireWorkspace(store, input.workspaceId);
      return conversations.map(({ conversationId, lastMessageAt, lockedUntil, ...rest }) => ({
        id: conversationId,
        ...rest,
        lockedUntil: isoTime(lockedUntil),
        lastMessageAt: isoTime(lastMessageAt),
      }));
    },

    /** Appends messages in order, with one outcome for each. */
    append: (input: { workspaceId: string; messages: readonly AppendedMessage[] }): Promise<AppendOutcome[]> =>
      store.appendMessages(input),

    /**
     * Opens a conversation that is waiting for its creator, or that is closed. @throws OperatorError when it does not
     * exist
     */
    resolve: setState('resolve'),

    /** Closes a conversation; the contact's next message reopens it. @throws OperatorError when it does not exist */
    close: setState('close'),
  };
}
