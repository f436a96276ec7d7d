import { randomUUID } from 'node:crypto';
import { messageIdentity } from '../../domain/message-identity.ts';
import type { Store } from '../port.ts';
import type { AppendedMessage } from '../workspace-port.ts';
import type { Call } from './database.ts';

type Workspaces = Pick<
  Store,
  | 'profile'
  | 'usage'
  | 'recordUsage'
  | 'knownProfiles'
  | 'listWorkspaces'
  | 'listConversations'
  | 'appendMessages'
  | 'setConversationState'
>;

export function createWorkspaces(call: Call): Workspaces {
  return {
    profile: ({ workspaceId, profileId }) => call('read_profile', { workspace: workspaceId, profile: profileId }),

    usage: ({ workspaceId, monthlyReplies }) =>
      call('read_usage', { workspace: workspaceId, monthly_replies: JSON.stringify(monthlyReplies) }),

    recordUsage: ({ workspaceId, source, externalId, monthlyReplies }) =>
      call('record_usage', {
        workspace: workspaceId,
        source,
        external_id: externalId,
        monthly_replies: JSON.stringify(monthlyReplies),
      }),

    knownProfiles: ({ workspaceId, profileIds }) =>
      call('known_profiles', { workspace: workspaceId, profiles: profileIds }),

    listWorkspaces: () => call('list_workspaces', {}),

    listConversations: ({ workspaceId, state, limit }) =>
      call('list_conversations', { workspace: workspaceId, state, limit }),

    appendMessages: async ({ workspaceId, messages }) => {
      if (messages.length === 0) return [];
      const named = messages.map((message) => ({ ...message, messageId: idOf(message) }));
      return call('append_messages', { workspace: workspaceId, messages: JSON.stringify(named) });
    },

    setConversationState: ({ workspaceId, conversationId, action }) =>
      call('set_conversation_state', { workspace: workspaceId, conversation: conversationId, action }),
  };
}

/**
 * Returns a message's id. A message that has neither an id nor a timestamp is always new: two identical messages in one
 * millisecond are two messages.
 */
function idOf({ messageId, sentAt, direction, body }: AppendedMessage): string {
  if (messageId !== null) return messageId;
  return sentAt === null ? `m_${randomUUID().replaceAll('-', '')}` : messageIdentity({ sentAt, direction, body });
}
