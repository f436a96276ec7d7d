import type { Scope } from '../../../../server/src/domain/actor.ts';

/** The permissions of each scope, explained to the person who creates a key. */
export const scopeWords: Readonly<Record<Scope, { readonly name: string; readonly about: string }>> = {
  'replies:write': {
    name: 'Draft replies',
    about: 'Ask for a suggested reply to a message. Counts against the monthly allowance; sends nothing.',
  },
  'handoffs:write': {
    name: 'Hand conversations over to you',
    about: 'Put a conversation in your inbox and notify you.',
  },
  'persona:read': {
    name: 'Read the persona',
    about: 'See what you approved and published: voice, phrases, facts, offers. Never your rules.',
  },
  'usage:read': { name: 'Read usage', about: 'See the allowance and counts. No messages.' },
  'events:write': {
    name: 'Add messages',
    about: 'Add messages to your connected inboxes. Cannot read them.',
  },
  'outbox:read': { name: 'Watch the outbox', about: 'See which replies are ready to be sent. No texts.' },
  'outbox:write': {
    name: 'Send from the outbox',
    about: 'Take replies that may be sent, with their texts, and report whether they were sent.',
  },
};

// `Object.keys` types the keys as string, but they are scopes.
export const scopeList = Object.keys(scopeWords) as readonly Scope[];
