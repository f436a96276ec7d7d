import type { EpochMs } from '../domain/period.ts';
import type { StoreLocation } from './location.ts';

/**
 * The port for backups and for moves between stores. It gives access to a whole installation, as rows that both stores
 * understand. Rows contain plain JSON values under store-independent names. They exclude a store's positions, indexes,
 * rate windows and schema version. They also exclude classifiers, which are retrained if they are missing.
 */
export interface Installation {
  readonly kind: StoreLocation['kind'];
  /** The location of the installation, without a user name or password. */
  readonly name: string;
  /** Instructions that tell an operator how to empty the installation. */
  readonly howToEmpty: string;
  /** Returns true if there is a workspace or an account. */
  holdsData(): Promise<boolean>;
  /** Reads everything as of one moment, while other processes continue to write. @throws StoreUnavailable */
  snapshot<Result>(work: (rows: RowSource) => Promise<Result>): Promise<Result>;
  /**
   * Checks that the installation contains no data and is not part of a move.
   * @throws OperatorError otherwise
   */
  requireEmpty(): Promise<void>;
  /**
   * Fills an installation that passes `requireEmpty`; a data folder must not contain a database. If `check` passes
   * after `work` has ended, everything that `work` put is stored. Otherwise, nothing is stored.
   * @throws OperatorError
   */
  fill(
    work: (put: (page: RowPage) => Promise<void>) => Promise<void>,
    check: (rows: RowSource) => Promise<void>,
  ): Promise<void>;

  mark(): Promise<TransferMark | null>;
  /**
   * Marks an installation as the source of a move. The installation then rejects changes from every process, including
   * open connections, until `clearMark` is called. Returns the move's id, or the id of an earlier move if the
   * installation is already its source.
   */
  beginSending(move: MoveName): Promise<string>;
  /**
   * Marks an installation as the target of a move. After that, only `receive` fills it, and it cannot serve until it is
   * complete.
   * @throws OperatorError as `requireEmpty` does
   */
  beginReceiving(move: MoveName): Promise<void>;
  /**
   * Stores a page and, in the same commit, the position up to which the source has been read. Returns false and stores
   * nothing if the installation is not the target of this move, or if its position is not `after`.
   */
  receive(page: RowPage, step: TransferStep): Promise<boolean>;
  /** Records that a move is complete. Returns false if the installation is not part of that move. */
  complete(move: MoveName): Promise<boolean>;
  clearMark(): Promise<void>;
  /** Closes the installation. Idempotent. */
  close(): Promise<void>;
}

/** The tables within a workspace, ordered so that each table refers only to earlier ones. */
export const workspaceTables = [
  'workspaces',
  'keys',
  'profiles',
  'conversations',
  'messages',
  'writes',
  'usage',
  'modelUsage',
  'charges',
  'notifications',
  'personaDrafts',
  'personaChanges',
  'conversationReplies',
  'testCases',
  'activity',
  'taughtPhrases',
  'connections',
  'threads',
  'earlyChanges',
  'eventKeys',
  'refusedEvents',
  'replyDrafts',
  'outbox',
  'outboxClaims',
  'outboxCounters',
  'draftRecords',
  'itemRecords',
  'trials',
  'pages',
  'pageDomains',
  'pageUses',
  'pageAsks',
  'pageLinks',
  'pageDays',
  'pageItems',
] as const;

/** The tables outside any workspace, which come after all workspace tables. Their pages have the workspace ''. */
export const sharedTables = [
  'accounts',
  'members',
  'passkeys',
  'sessions',
  'links',
  'accountNotices',
  'receivers',
  'auditChains',
  'auditEntries',
] as const;

export const tableNames = [...workspaceTables, ...sharedTables] as const;
export type TableName = (typeof tableNames)[number];

export type Row = Readonly<Record<string, unknown>>;

/** Rows of one table in one workspace ('' for a shared table), in the order of their keys. */
export interface RowPage {
  readonly table: TableName;
  readonly workspaceId: string;
  readonly rows: readonly Row[];
}

export interface RowSource {
  /** Returns all workspace ids, in order. */
  workspaceIds(): Promise<string[]>;
  /**
   * Returns at most `limit` rows after a position; null starts at the beginning. `next` is the position after these
   * rows in the store's own format, or null at the end.
   */
  page(
    of: Pick<RowPage, 'table' | 'workspaceId'>,
    after: string | null,
    limit: number,
  ): Promise<{ readonly rows: readonly Row[]; readonly next: string | null }>;
  count(of: Pick<RowPage, 'table' | 'workspaceId'>): Promise<number>;
  /** Checks whether the store is damaged. @throws OperatorError if it is */
  checkIntegrity(): Promise<void>;
}

/** The id of a move, and the location of the installation at its other end. */
export type MoveName = Pick<TransferMark, 'transferId' | 'peer'>;

/** The position of a page in a move: the positions in the source before and after this page, in the copier's format. */
export interface TransferStep {
  readonly transferId: string;
  readonly after: string | null;
  readonly position: string;
}

/** An installation's record of a move. A source keeps it permanently; a target keeps it until the move is complete. */
export interface TransferMark {
  readonly transferId: string;
  readonly role: 'source' | 'target';
  readonly state: 'copying' | 'complete';
  readonly peer: string;
  /** For a target, the position up to which the source's rows have arrived, in the copier's format; otherwise null. */
  readonly position: string | null;
  readonly startedAt: EpochMs;
}

/** Returns instructions that tell an operator how to empty an installation, in words that continue a sentence. */
export function howToEmpty(location: StoreLocation): string {
  return location.kind === 'postgres'
    ? 'stop the processes that use that database, and run this statement in it with psql: DROP SCHEMA understudy CASCADE'
    : `delete the files in ${location.dataDir} whose names begin with understudy.db`;
}

/**
 * Returns the reason why the data must not be used: it was moved to another store, or it is incomplete. Returns null if
 * the data can be used.
 */
export function refuseMoved(mark: Pick<TransferMark, 'role' | 'state' | 'peer'> | null): string | null {
  if (mark === null) return null;
  if (mark.role === 'target') {
    return mark.state === 'complete'
      ? null
      : `This store is still being filled from ${mark.peer} and is incomplete. Run the same "understudy transfer" command again; it continues where it stopped.`;
  }
  return mark.state === 'complete'
    ? `This data was moved to ${mark.peer} and accepts no more changes. Start the service with that store. "understudy transfer" can move the data back into an empty store.`
    : `This data is being moved to ${mark.peer} and accepts no changes. To finish the move, run the same "understudy transfer" command again. To cancel the move and keep using this store, run it with --abandon.`;
}
