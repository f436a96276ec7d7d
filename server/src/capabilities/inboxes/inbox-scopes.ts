import type { Scope } from '../../domain/actor.ts';

/** The scope that each operation on connected inboxes requires. */
export const inboxScopes = {
  takeEvents: 'events:write',
  listOutbox: 'outbox:read',
  claimOutbox: 'outbox:write',
  reportResult: 'outbox:write',
} as const satisfies Record<string, Scope>;
