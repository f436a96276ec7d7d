/** The agents' scopes, which `--scopes all` grants. */
export const agentScopes = ['persona:read', 'usage:read', 'replies:write', 'handoffs:write'] as const;
/**
 * The scopes for feeding connected inboxes and sending their drafts. A key gets them only if they are listed by name.
 */
const inboxScopes = ['events:write', 'outbox:read', 'outbox:write'] as const;
/** All scopes that a key can have. */
export const scopes = [...agentScopes, ...inboxScopes] as const;
