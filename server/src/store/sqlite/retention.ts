import type { Transaction } from './transaction.ts';

/**
 * Removes up to `limit` expired records of writes. Returns the number of removed records, and how many of them had a
 * response.
 */
function deleteExpired({ db, lived }: Transaction, { limit }: { limit: number }): { rows: number; responses: number } {
  const removed = db.all<{ state: string }>(
    `DELETE FROM writes WHERE write_id IN (
       SELECT write_id FROM writes WHERE state <> 'leased' AND expires_at <= ? ORDER BY expires_at LIMIT ?
     ) RETURNING state`,
    lived,
    limit,
  );
  return { rows: removed.length, responses: removed.filter(({ state }) => state === 'done').length };
}

/** Writes one small page. If this write can be committed, any other write can be committed too. */
function touchHealth({ db, now }: Transaction): void {
  db.run('UPDATE health SET checked_at = ?', now);
}

export const retentionWrites = { deleteExpired, touchHealth };
