/** The scopes of agents; `--scopes all` grants these. */
export const agentScopes = ['persona:read', 'usage:read', 'replies:write', 'handoffs:write'] as const;
/** The scopes for feeding connected inboxes and sending their drafts. A key gets them only by name. */
const inboxScopes = ['events:write', 'outbox:read', 'outbox:write'] as const;
/** The permissions that a key can have. */
export const scopes = [...agentScopes, ...inboxScopes] as const;
