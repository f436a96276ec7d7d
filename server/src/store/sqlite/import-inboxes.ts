import { type GivenConnection, importedConnection, type Shares } from '../../domain/inbox/connection.ts';
import { OperatorError } from '../../lib/errors.ts';
import { listConnections } from './inbox-reads.ts';
import { saveConnection } from './inbox-save.ts';
import type { Transaction } from './transaction.ts';

/** What a document says of one workspace's shares and connections. */
export interface InboxOfDocument {
  readonly workspaceId: string;
  /** Where the document names it, for faults. */
  readonly path: string;
  readonly shares: Shares | null;
  readonly connections: readonly GivenConnection[];
}

/** @throws OperatorError naming every connection that contradicts what is stored; then nothing was changed. */
export function importInboxes(
  { db, now }: Transaction,
  { inboxes, dryRun }: { inboxes: readonly InboxOfDocument[]; dryRun: boolean },
): void {
  const faults: string[] = [];
  for (const { workspaceId, path, shares, connections } of inboxes) {
    const stored = listConnections(db, { workspaceId }) ?? [];
    for (const [index, given] of connections.entries()) {
      const known = stored.find(({ connectionId }) => connectionId === given.id) ?? null;
      const imported = importedConnection(known, given, now);
      if ('fault' in imported)
        faults.push(`${path}.connections[${index}].${imported.fault.field} ${imported.fault.message}`);
      else if (!dryRun) saveConnection(db, workspaceId, imported.change);
    }
    if (shares !== null && !dryRun) {
      const patch = `UPDATE workspaces SET shares = json_patch(ifnull(shares, '{}'), ?) WHERE workspace_id = ?`;
      db.run(patch, JSON.stringify(shares), workspaceId);
    }
  }
  if (faults.length > 0)
    throw new OperatorError('the document does not fit what is stored; nothing was imported', faults);
}
