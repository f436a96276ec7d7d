import { createHash } from 'node:crypto';

/** The content of an audit log entry that its hash covers, in addition to the hash of the previous entry. */
export interface ChainedEntry {
  readonly workspaceId: string;
  readonly sequence: number;
  readonly at: number;
  readonly body: string;
  readonly personalHash: string;
}

/** Returns the hash of an entry, in hexadecimal digits. The PostgreSQL store computes the same hash in SQL. */
export function auditHashOf(previous: string, { workspaceId, sequence, at, body, personalHash }: ChainedEntry): string {
  return hashOf([previous, workspaceId, sequence, at, personalHash, body].join('\n'));
}

/**
 * Returns the hash of an entry's personal part. The salt is part of the input, so that nobody can guess the personal
 * part from the hash alone.
 */
export function personalHashOf(salt: string, personal: string): string {
  return hashOf(`${salt}\n${personal}`);
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
