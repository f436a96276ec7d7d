import type { WorkspaceDocument } from '../../../src/domain/workspace-document.ts';

/** Two creators with little content, one of whom has a conversation. */
export const twoCreators: WorkspaceDocument = {
  workspaces: [
    {
      id: 'ws_two',
      name: 'Two',
      plan: 'studio',
      profiles: [
        {
          id: 'prof_ada',
          displayName: 'Ada',
          persona: {
            languages: ['en'],
            phrases: [
              { id: 'ph_hi', use: 'greeting', text: 'Hello you!' },
              { id: 'ph_hold', use: 'holding', text: 'Let me come back to you.' },
              { id: 'ph_help', use: 'support', text: 'Please reach out to somebody near you right now.' },
            ],
            facts: [
              {
                id: 'f_ship',
                topic: 'shipping',
                text: 'I ship worldwide from Lisbon.',
                aliases: ['do you ship to my country', 'delivery', 'do you ship abroad'],
              },
            ],
            offers: [{ id: 'o_mug', name: 'Moon mug', text: 'The Moon mug is €38.', price: '€38' }],
          },
        },
        { id: 'prof_bo', displayName: 'Bo', persona: { languages: ['en'] } },
      ],
      conversations: [
        {
          id: 'conv_1',
          profileId: 'prof_ada',
          messages: [
            { direction: 'inbound', senderType: 'contact', body: 'hi there', sentAt: '2026-11-01T10:00:00Z' },
            { direction: 'outbound', senderType: 'creator', body: 'Hello you!', sentAt: '2026-11-01T10:01:00Z' },
            {
              direction: 'inbound',
              senderType: 'contact',
              body: 'how much is the Moon mug?',
              sentAt: '2026-11-01T10:02:00Z',
            },
          ],
        },
      ],
    },
  ],
};
