import type { WriteThread } from './write-thread.ts';

/** The number of rows in one step. Steps are so small that their commits do not delay other writes noticeably. */
const rowsPerCommit = 500;

/** Sweeps leases and removes expired responses step by step, so that other writes get their turn in between. */
export async function purge(thread: WriteThread): Promise<{ responses: number; leases: number }> {
  let leases = 0;
  let responses = 0;
  let last: number;
  do {
    last = await thread.write('sweepLeases', { workspaceId: null, limit: rowsPerCommit });
    leases += last;
  } while (last === rowsPerCommit);
  do {
    const removed = await thread.write('deleteExpired', { limit: rowsPerCommit });
    last = removed.rows;
    responses += removed.responses;
  } while (last === rowsPerCommit);
  return { responses, leases };
}
