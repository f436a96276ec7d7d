import type { AdmitHandoffInput, AdmitHandoffResult, SettleHandoffInput, SettleResult } from '../write-port.ts';
import { countOne } from './allowance.ts';
import { latestInbound } from './conversation-context.ts';
import { queueNotification } from './notifications.ts';
import type { Transaction } from './transaction.ts';
import { beginWrite, refuseWrite, storedResponse, storeResponse, takeLease } from './write-record.ts';

type Admission = Extract<AdmitHandoffResult, { outcome: 'admitted' }>;

/** An admission without the profile and conversation, which the reading side adds. */
export type BareHandoffAdmission = Omit<Admission, 'profile' | 'conversation'>;

function admitHandoff(
  tx: Transaction,
  input: AdmitHandoffInput,
): Exclude<AdmitHandoffResult, Admission> | BareHandoffAdmission {
  const beginning = beginWrite(tx, 'handoff', input);
  if ('outcome' in beginning) return beginning;
  if (latestInbound(tx.db, input) === null) {
    refuseWrite(tx, 'handoff', input, beginning);
    return { outcome: 'conversation_not_found' };
  }
  takeLease(tx, 'handoff', input, beginning, null);
  return { outcome: 'admitted', now: tx.now };
}

function settleHandoff(tx: Transaction, input: SettleHandoffInput): SettleResult {
  const { workspaceId, conversationId, response, retentionMs } = input;
  if (!storeResponse(tx, input, { response, trace: null, retentionMs })) {
    const stored = storedResponse(tx, input);
    return stored?.isOwn ? { outcome: 'stored' } : { outcome: 'lost', response: stored?.response ?? null };
  }
  tx.db.run(
    `UPDATE conversations SET state = 'awaiting_owner' WHERE workspace_id = ? AND conversation_id = ?`,
    workspaceId,
    conversationId,
  );
  queueNotification(tx, input);
  countOne(tx, workspaceId, 'handoffs');
  return { outcome: 'stored' };
}

export const handoffsWrites = { admitHandoff, settleHandoff };
