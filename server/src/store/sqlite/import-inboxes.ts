import { type GivenConnection, importedConnection, type Shares } from '../../domain/inbox/connection.ts';
import { importedPage } from '../../domain/page/page.ts';
import type { PageDocument } from '../../domain/page/page-document.ts';
import { OperatorError } from '../../lib/errors.ts';
import { pageFault } from '../page-fault.ts';
import { listConnections } from './inbox-reads.ts';
import { saveConnection } from './inbox-save.ts';
import { listPages, putPage } from './pages.ts';
import type { Transaction } from './transaction.ts';

/** The shares, connections and Pages of one workspace in a document. */
export interface InboxOfDocument {
  readonly workspaceId: string;
  /** The entry's location in the document, for reporting faults. */
  readonly path: string;
  readonly shares: Shares | null;
  readonly connections: readonly GivenConnection[];
  readonly pages: readonly PageDocument[];
}

/**
 * Stores the shares, connections and Pages of a document.
 * @throws OperatorError that names every connection and Page that conflicts with the stored data; the caller then rolls
 * back
 */
export function importInboxes(
  tx: Transaction,
  { inboxes, dryRun }: { inboxes: readonly InboxOfDocument[]; dryRun: boolean },
): void {
  const { db, now } = tx;
  const faults: string[] = [];
  for (const { workspaceId, path, shares, connections, pages } of inboxes) {
    const stored = listConnections(tx, { workspaceId }) ?? [];
    for (const [index, given] of connections.entries()) {
      const known = stored.find(({ connectionId }) => connectionId === given.id) ?? null;
      const imported = importedConnection(known, given, now);
      if ('fault' in imported)
        faults.push(`${path}.connections[${index}].${imported.fault.field} ${imported.fault.message}`);
      else if (!dryRun) saveConnection(db, workspaceId, imported.change);
    }
    faults.push(...importPages(tx, { workspaceId, path, pages }));
    if (shares !== null && !dryRun) {
      const patch = `UPDATE workspaces SET shares = json_patch(ifnull(shares, '{}'), ?) WHERE workspace_id = ?`;
      db.run(patch, JSON.stringify(shares), workspaceId);
    }
  }
  if (faults.length > 0)
    throw new OperatorError('The document conflicts with the stored data, so nothing was imported.', faults);
}

/**
 * Stores Pages, and returns the faults of those that conflict with the stored data. A rehearsal rolls back these
 * changes.
 */
function importPages(
  tx: Transaction,
  { workspaceId, path, pages }: Pick<InboxOfDocument, 'workspaceId' | 'path' | 'pages'>,
): string[] {
  if (pages.length === 0) return [];
  const stored = listPages(tx, { workspaceId }) ?? [];
  return pages.flatMap((given, index) => {
    const known = stored.find(({ slug }) => slug === given.slug) ?? null;
    const { outcome } = putPage(tx, { workspaceId, page: importedPage(known, given), isNew: known === null });
    return outcome === 'done' ? [] : [pageFault(`${path}.pages[${index}]`, given, outcome)];
  });
}
