import type { EpochMs } from '../domain/period.ts';
import type { StoreLocation } from './location.ts';

/**
 * The second port: a whole installation as rows that both stores know, for backups and for moving from one store to the
 * other. Rows hold plain JSON values under names of their own; a store's positions, indexes, rate windows and schema
 * version are not among them, nor are classifiers, which are trained again where they are missing.
 */
export interface Installation {
  readonly kind: StoreLocation['kind'];
  /** Where it is, without user or password. */
  readonly name: string;
  /** What an operator does to make it empty. */
  readonly howToEmpty: string;
  /** Whether there is a workspace or an account. */
  holdsData(): Promise<boolean>;
  /** Reads everything as it stood at one moment, while others go on writing. @throws StoreUnavailable */
  snapshot<Result>(work: (rows: RowSource) => Promise<Result>): Promise<Result>;
  /** @throws OperatorError when it cannot be filled; one that a service was only started on can be */
  requireEmpty(): Promise<void>;
  /**
   * Fills an installation that `requireEmpty` lets pass, and a data folder only where no service was ever started on it: all that
   * `work` puts and `check` then lets pass, or nothing. @throws OperatorError
   */
  fill(
    work: (put: (page: RowPage) => Promise<void>) => Promise<void>,
    check: (rows: RowSource) => Promise<void>,
  ): Promise<void>;

  mark(): Promise<TransferMark | null>;
  /** Marks a source. It takes no more changes from here on, from no process, whatever that has open; `clearMark` ends that. The move that it is the source of: an earlier one, where it is one. */
  beginSending(move: MoveName): Promise<string>;
  /** Marks a target, which only `receive` fills from here on, and nobody serves from before it is complete. @throws OperatorError as `requireEmpty` does */
  beginReceiving(move: MoveName): Promise<void>;
  /** Stores a page, and with it, in the same commit, up to where the source was read. False, and nothing is stored: this move does not fill it, or is not at `after`. */
  receive(page: RowPage, step: TransferStep): Promise<boolean>;
  /** Notes that all of a move is there. False when that move is not under way here. */
  complete(move: MoveName): Promise<boolean>;
  clearMark(): Promise<void>;
  /** Idempotent. */
  close(): Promise<void>;
}

/** The tables of each workspace, in an order in which each names only what came before it. */
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

/** The tables of no one workspace, which come after all of them; their pages name the workspace ''. */
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

/** Rows of one table of one workspace (or of none: ''), in the order of their keys. */
export interface RowPage {
  readonly table: TableName;
  readonly workspaceId: string;
  readonly rows: readonly Row[];
}

export interface RowSource {
  /** All workspaces, in order. */
  workspaceIds(): Promise<string[]>;
  /** The rows after a place, at most `limit`; null begins. `next` is the place behind them, in the store's own words, null at the end. */
  page(
    of: Pick<RowPage, 'table' | 'workspaceId'>,
    after: string | null,
    limit: number,
  ): Promise<{ readonly rows: readonly Row[]; readonly next: string | null }>;
  count(of: Pick<RowPage, 'table' | 'workspaceId'>): Promise<number>;
  /** @throws OperatorError when the store finds itself damaged. */
  checkIntegrity(): Promise<void>;
}

/** A move, and where the other end of it is. */
export type MoveName = Pick<TransferMark, 'transferId' | 'peer'>;

/** A page's part in a move: up to where the source was read before it and with it, in the copier's words. */
export interface TransferStep {
  readonly transferId: string;
  readonly after: string | null;
  readonly position: string;
}

/** What an installation remembers of a move: of one that it is the source of, for good; of one that it is filled by, until it is complete. */
export interface TransferMark {
  readonly transferId: string;
  readonly role: 'source' | 'target';
  readonly state: 'copying' | 'complete';
  readonly peer: string;
  /** A target's: up to where the source's rows are here, in the copier's words. */
  readonly position: string | null;
  readonly startedAt: EpochMs;
}

export function howToEmpty(location: StoreLocation): string {
  return location.kind === 'postgres'
    ? 'stop what runs on that database, and run in it with psql: DROP SCHEMA understudy CASCADE'
    : `delete the files of ${location.dataDir} whose names begin with understudy.db`;
}

/** Why nobody may work with data: it was moved away, or is not wholly here yet. Null: they may. */
export function refuseMoved(mark: Pick<TransferMark, 'role' | 'state' | 'peer'> | null): string | null {
  if (mark === null) return null;
  if (mark.role === 'target') {
    return mark.state === 'complete'
      ? null
      : `This store is being filled from ${mark.peer} and is not complete. Run the same "understudy transfer" again: it goes on where it stopped.`;
  }
  return mark.state === 'complete'
    ? `This data was moved to ${mark.peer} and takes no more changes. Serve from there; "understudy transfer" brings it back into an empty store.`
    : `This data is being moved to ${mark.peer} and takes no changes. Run the same "understudy transfer" again to finish, or with --abandon to stay here.`;
}
