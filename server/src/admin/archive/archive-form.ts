import type { TableName } from '../../store/installation-port.ts';

/** The first line of a backup; the lines behind it are pages of rows, and the last one closes it with the digests. */
export const archiveFormat = 'understudy-backup';
export const archiveVersion = 2;

/** Tables that came with a later form than the first: an earlier backup has none of their rows. */
export const tablesSince: Readonly<Partial<Record<TableName, number>>> = { taughtPhrases: 2 };

export interface ArchiveHead {
  readonly format: typeof archiveFormat;
  readonly version: number;
  readonly createdAt: string;
  readonly from: 'sqlite' | 'postgres';
}

/** Longer than any page of rows. */
export const maxLineBytes = 512 * 1024 * 1024;

/** What is told of a long copy: what it does, and how far it is. */
export type CopyProgress = (
  step: 'reading' | 'copying' | 'checking' | 'restoring',
  done: number,
  total: number,
) => void;
