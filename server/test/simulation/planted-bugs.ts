import { realOperations, type SimOperations } from './sim-store.ts';

/** Possible bugs in the write paths, each added to the real operations. */
export const plantedBugs: Readonly<Record<string, SimOperations>> = {
  'a settled draft is lost': {
    ...realOperations,
    settleDraft: (tx, input) =>
      input.response.length % 2 === 0 ? { outcome: 'stored' } : realOperations.settleDraft(tx, input),
    storeDraft: (tx, input) => {
      const result = realOperations.storeDraft(tx, input);
      if (result.outcome === 'stored')
        tx.db.run(`UPDATE writes SET state = 'released', response = NULL WHERE state = 'done'`);
      return result;
    },
  },
  'a draft that was taken over is charged again': {
    ...realOperations,
    admitDraft(tx, input) {
      // As if the unit of a dead lease holder were forgotten.
      tx.db.run(`UPDATE writes SET period = NULL WHERE state = 'leased' AND lease_until <= ?`, tx.lived);
      return realOperations.admitDraft(tx, input);
    },
  },
  'answers are purged by the clock that is set': {
    ...realOperations,
    deleteExpired: (tx, input) => realOperations.deleteExpired({ ...tx, lived: tx.now }, input),
  },
  'a lease is settled without its token': {
    ...realOperations,
    settleDraft(tx, input) {
      const held = tx.db.get<{ token: string | null }>(
        'SELECT lease_token AS token FROM writes WHERE workspace_id = ? AND idempotency_key = ?',
        input.workspaceId,
        input.idempotencyKey,
      );
      const leaseToken = held?.token ?? input.leaseToken;
      tx.db.run(`UPDATE writes SET state = 'leased' WHERE idempotency_key = ?`, input.idempotencyKey);
      return realOperations.settleDraft(tx, { ...input, leaseToken });
    },
  },
  'a released charge does not go back': {
    ...realOperations,
    releaseWrite(tx, input) {
      tx.db.run('UPDATE writes SET period = NULL WHERE idempotency_key = ?', input.idempotencyKey);
      return realOperations.releaseWrite(tx, input);
    },
  },
  'a lease that lapsed is swept with its charge': {
    ...realOperations,
    sweepLeases(tx, input) {
      tx.db.run(`UPDATE writes SET period = NULL WHERE state = 'leased' AND lease_until < ?`, tx.lived - 60_000);
      return realOperations.sweepLeases(tx, input);
    },
  },
  'a handoff whose lease was lost tells its creator all the same': {
    ...realOperations,
    settleHandoff(tx, input) {
      const result = realOperations.settleHandoff(tx, input);
      if (result.outcome === 'lost')
        tx.db.run(
          `INSERT INTO notifications (workspace_id, notification_id, conversation_id, state, due_at, created_at, verdict)
         VALUES (?, ?, ?, 'queued', ?, ?, '{}')`,
          input.workspaceId,
          input.notificationId,
          input.conversationId,
          tx.lived,
          tx.now,
        );
      return result;
    },
  },
  'a claim of a server that died is never taken up': {
    ...realOperations,
    claimNotifications(tx, input) {
      const claimed = realOperations.claimNotifications(tx, input);
      for (const { notificationId } of claimed)
        tx.db.run('UPDATE notifications SET due_at = due_at + 86400000 WHERE notification_id = ?', notificationId);
      return claimed;
    },
  },
};
