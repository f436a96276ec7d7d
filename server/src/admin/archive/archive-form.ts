import type { TableName } from '../../store/installation-port.ts';

/**
 * The value of `format` in a backup's first line. The next lines are pages of rows, and the last line contains the
 * digests.
 */
export const archiveFormat = 'understudy-backup';
export const archiveVersion = 2;

/**
 * The format version that added each table, for tables added after the first version. Earlier backups contain no rows
 * of these tables.
 */
export const tablesSince: Readonly<Partial<Record<TableName, number>>> = { taughtPhrases: 2 };

export interface ArchiveHead {
  readonly format: typeof archiveFormat;
  readonly version: number;
  readonly createdAt: string;
  readonly from: 'sqlite' | 'postgres';
}

/** The maximum length of a line, which is more than any page of rows needs. */
export const maxLineBytes = 512 * 1024 * 1024;

/** The progress of a long copy: its current step, and how much is done. */
export type CopyProgress = (
  step: 'reading' | 'copying' | 'checking' | 'restoring',
  done: number,
  total: number,
) => void;
