import { createHash } from 'node:crypto';

/** The hashed parts of an audit log entry: the hash of the entry before it, its position and time, and its content. */
export interface ChainedEntry {
  readonly workspaceId: string;
  readonly sequence: number;
  readonly at: number;
  readonly body: string;
  readonly personalHash: string;
}

/** The hash of an entry, in hex. The SQL of PostgreSQL's store computes the same one. */
export function auditHashOf(previous: string, { workspaceId, sequence, at, body, personalHash }: ChainedEntry): string {
  return hashOf([previous, workspaceId, sequence, at, personalHash, body].join('\n'));
}

/** The hash of the personal part of an entry. Without the salt, nobody can guess that part from it. */
export function personalHashOf(salt: string, personal: string): string {
  return hashOf(`${salt}\n${personal}`);
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
