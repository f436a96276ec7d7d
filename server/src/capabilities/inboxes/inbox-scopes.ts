import type { Scope } from '../../domain/actor.ts';

/** The scope that a key needs for each operation on connected inboxes. */
export const inboxScopes = {
  takeEvents: 'events:write',
  listOutbox: 'outbox:read',
  claimOutbox: 'outbox:write',
  reportResult: 'outbox:write',
} as const satisfies Record<string, Scope>;
