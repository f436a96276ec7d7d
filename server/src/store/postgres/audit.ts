import type { AuditStore } from '../audit-port.ts';
import type { Call } from './database.ts';

export function createAudit(call: Call): AuditStore {
  return {
    appendAudit: (entry) => call('append_audit', { entry: JSON.stringify(entry) }),
    auditEntries: ({ workspaceId, after, limit }) => call('list_audit', { workspace: workspaceId, after, limit }),
    auditChains: () => call('list_audit_chains', {}),
    expireAudit: ({ olderMs }) => call('expire_audit', { older_ms: Math.round(olderMs) }),
  };
}
