import type { TableName } from '../../store/installation-port.ts';

/** The first line of a backup. The lines after it are pages of rows, and the last line contains the digests. */
export const archiveFormat = 'understudy-backup';
export const archiveVersion = 2;

/** Tables that were added after the first version of the format. Earlier backups contain no rows of them. */
export const tablesSince: Readonly<Partial<Record<TableName, number>>> = { taughtPhrases: 2 };

export interface ArchiveHead {
  readonly format: typeof archiveFormat;
  readonly version: number;
  readonly createdAt: string;
  readonly from: 'sqlite' | 'postgres';
}

/** This is longer than any page of rows. */
export const maxLineBytes = 512 * 1024 * 1024;

/** The progress of a long copy: its current step, and how much is done. */
export type CopyProgress = (
  step: 'reading' | 'copying' | 'checking' | 'restoring',
  done: number,
  total: number,
) => void;
