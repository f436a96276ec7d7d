import type { ReceiverRecord } from '../../domain/inbox/receiver.ts';
import { carryOutReceiverStep, type ReceiverStepName, type ReceiverSteps } from '../../domain/inbox/receiver-steps.ts';
import type { Connection } from './connection.ts';
import type { Transaction } from './transaction.ts';

/** Performs one step of a receiver in a savepoint, so that the step writes to exactly the state that it read. */
function receiverStep(
  { db, now, lived }: Transaction,
  step: { receiverId: string; name: ReceiverStepName; input: ReceiverSteps[ReceiverStepName]['input'] },
): unknown {
  const { receiverId, name, input } = step;
  const { answer, next } = carryOutReceiverStep(name, findReceiver(db, receiverId), input, { now, lived });
  if (next === null) db.run('DELETE FROM receivers WHERE receiver_id = ?', receiverId);
  else if (next !== undefined) {
    db.run(
      'INSERT OR REPLACE INTO receivers VALUES (?, ?, ?, ?)',
      ...[receiverId, next.workspaceId, next.isPulled ? 1 : 0, JSON.stringify(next)],
    );
  }
  return answer;
}

export function findReceiver(db: Connection, receiverId: string): ReceiverRecord | null {
  const row = db.get<{ data: string }>('SELECT data FROM receivers WHERE receiver_id = ?', receiverId);
  return row === undefined ? null : JSON.parse(row.data);
}

export const receiverStepWrites = { receiverStep };
