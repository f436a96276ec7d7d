/** What agents do; `--scopes all` grants these. */
export const agentScopes = ['persona:read', 'usage:read', 'replies:write', 'handoffs:write'] as const;
/** What feeds connected inboxes and sends what they drafted: a key has these only by name. */
const inboxScopes = ['events:write', 'outbox:read', 'outbox:write'] as const;
/** What a key may be allowed to do. */
export const scopes = [...agentScopes, ...inboxScopes] as const;
