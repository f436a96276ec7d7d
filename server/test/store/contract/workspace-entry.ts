import type { MessageDocument } from '../../../src/domain/conversation.ts';
import type { ConversationDocument, ProfileDocument, WorkspaceEntry } from '../../../src/domain/workspace-document.ts';

/** Returns a paid workspace with one creator, and one conversation with messages in both directions. */
export function workspaceEntry(overrides: Partial<WorkspaceEntry> = {}): WorkspaceEntry {
  return {
    id: 'ws_aurora',
    name: 'Aurora Lane Studio',
    plan: 'creator',
    status: 'active',
    allowedOrigins: ['https://desk.aurora.example'],
    profiles: [profileDocument()],
    conversations: [
      conversationDocument({
        messages: [
          inbound('hi! do you ship to Brazil?', '2026-03-01T10:00:00Z'),
          outbound('I do, every Tuesday.', '2026-03-01T10:05:00Z'),
        ],
      }),
    ],
    ...overrides,
  };
}

export function profileDocument(overrides: Partial<ProfileDocument> = {}): ProfileDocument {
  return {
    id: 'prof_aurora',
    displayName: 'Aurora Lane',
    status: 'active',
    persona: {
      about: 'Ceramic artist in Lisbon.',
      languages: ['en'],
      facts: [{ id: 'f_ship', topic: 'shipping', text: 'I ship worldwide from Lisbon.', aliases: ['delivery'] }],
    },
    ...overrides,
  };
}

export function conversationDocument(overrides: Partial<ConversationDocument> = {}): ConversationDocument {
  return {
    id: 'conv_maya',
    profileId: 'prof_aurora',
    channel: 'instagram',
    contact: { name: 'Maya', handle: '@maya' },
    relationship: { since: '2024-03-01', tags: ['repeat buyer'], notes: 'bought a mug in March' },
    state: 'open',
    ...overrides,
  };
}

export function inbound(body: string, sentAt: string, id?: string): MessageDocument {
  return { ...(id === undefined ? {} : { id }), direction: 'inbound', senderType: 'contact', body, sentAt };
}

export function outbound(body: string, sentAt: string, id?: string): MessageDocument {
  return { ...(id === undefined ? {} : { id }), direction: 'outbound', body, sentAt };
}
