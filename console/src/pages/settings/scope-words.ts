import type { Scope } from '../../../../server/src/domain/actor.ts';

/** Describes what a key with a scope may do, for the person who hands out the key. */
export const scopeWords: Readonly<Record<Scope, { readonly name: string; readonly about: string }>> = {
  'replies:write': {
    name: 'Draft replies',
    about: 'Ask what could be answered to a message. Counts against the monthly allowance; sends nothing.',
  },
  'handoffs:write': {
    name: 'Hand conversations over to you',
    about: 'Put a conversation into your inbox and notify you.',
  },
  'persona:read': {
    name: 'Read the persona',
    about: 'See what you approved and published: voice, phrases, facts, offers. Never your rules.',
  },
  'usage:read': { name: 'Read usage', about: 'See the allowance and counts. No messages.' },
  'events:write': {
    name: 'Bring messages',
    about: 'Bring messages into your connected inboxes. It reads none.',
  },
  'outbox:read': { name: 'Watch the outbox', about: 'See which replies are ready to be sent. No texts.' },
  'outbox:write': {
    name: 'Send from the outbox',
    about: 'Take replies that may be sent, with their texts, and report what became of them.',
  },
};

// The keys of a Record of scopes are the scopes.
export const scopeList = Object.keys(scopeWords) as readonly Scope[];
