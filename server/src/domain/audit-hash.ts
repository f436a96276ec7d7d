import { createHash } from 'node:crypto';

/** What an entry of the audit log is chained by: the hash of the entry before it, its place and time, and what it says. */
export interface ChainedEntry {
  readonly workspaceId: string;
  readonly sequence: number;
  readonly at: number;
  readonly body: string;
  readonly personalHash: string;
}

/** The hash of an entry, in hex. The SQL of PostgreSQL's store makes the same one. */
export function auditHashOf(previous: string, { workspaceId, sequence, at, body, personalHash }: ChainedEntry): string {
  return hashOf([previous, workspaceId, sequence, at, personalHash, body].join('\n'));
}

/** The hash of what is personal in an entry: nobody guesses that from it without the salt. */
export function personalHashOf(salt: string, personal: string): string {
  return hashOf(`${salt}\n${personal}`);
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
