import { OperatorError, StoreUnavailable } from '../../lib/errors.ts';
import type { NewAuditEntry } from '../audit-port.ts';
import type { ImportSummary } from '../workspace-port.ts';
import { appendAudit } from './audit.ts';
import { beginImmediate } from './begin-immediate.ts';
import type { WatchedClock } from './clock.ts';
import type { Connection } from './connection.ts';
import { findHomelessConversations, importConversations } from './import-conversations.ts';
import { importProfiles, importWorkspaces } from './import-heads.ts';
import { type InboxOfDocument, importInboxes } from './import-inboxes.ts';
import { importMessages } from './import-messages.ts';
import type { ImportPortion } from './import-rows.ts';
import { clearStaging, stagePortion } from './import-staging.ts';
import type { Transaction } from './transaction.ts';

export interface StagedPortion {
  /** The number of the portion. A portion with the index 0 begins a new document. */
  readonly index: number;
  readonly portion: ImportPortion;
}

export interface StagedDocument {
  readonly portions: number;
  readonly messages: number;
  readonly forceState: boolean;
  readonly dryRun: boolean;
  readonly inboxes: readonly InboxOfDocument[];
  /** The import's entries in the audit log. */
  readonly entries: readonly NewAuditEntry[];
}

/** Receives a document portion by portion, then stores all of it in one transaction. Handles one document at a time. */
export interface DocumentImport {
  stage(staged: StagedPortion): void;
  /**
   * Stores the staged document. Changes nothing if it throws.
   * @throws OperatorError that names every conversation without a profile
   */
  takeOver(document: StagedDocument): ImportSummary;
}

/** Creates the import of the write thread's connection. */
export function createDocumentImport(
  db: Connection,
  { clock, waitMs }: { clock: WatchedClock; waitMs: number },
): DocumentImport {
  let staged = 0;
  return {
    stage({ index, portion }) {
      if (index === 0) {
        clearStaging(db);
        staged = 0;
      }
      stagePortion(db, portion);
      staged += 1;
    },

    takeOver(document) {
      // If the write thread was restarted in the meantime, the portions that were staged before are lost.
      if (staged !== document.portions) throw new StoreUnavailable('the import was interrupted');
      if (document.dryRun) db.run('BEGIN');
      else beginImmediate(db, waitMs);
      try {
        const summary = carryOut({ db, ...clock.read() }, document);
        db.run('COMMIT');
        return summary;
      } catch (error) {
        if (db.isInTransaction()) db.run('ROLLBACK');
        throw error;
      } finally {
        clearStaging(db);
        staged = 0;
      }
    },
  };
}

function carryOut(tx: Transaction, document: StagedDocument): ImportSummary {
  const { messages: total, forceState, dryRun, inboxes } = document;
  const faults = findHomelessConversations(tx);
  if (faults.length > 0) {
    throw new OperatorError('The document names profiles that do not exist, so nothing was imported.', faults);
  }
  const workspaces = importWorkspaces(tx, { dryRun });
  const profiles = importProfiles(tx, { dryRun });
  const conversations = importConversations(tx, { forceState, dryRun });
  const messages = importMessages(tx, { total, dryRun });
  importInboxes(tx, { inboxes, dryRun });
  for (const entry of document.entries) appendAudit(tx, entry);
  return {
    workspaces,
    profiles,
    conversations: conversations.tally,
    messages,
    keptAwaiting: conversations.keptAwaiting,
  };
}
