import type { ReceiverRecord } from '../../domain/inbox/receiver.ts';
import {
  carryOutReceiverStep,
  longestLeaseMs,
  type ReceiverStepName,
  type ReceiverSteps,
} from '../../domain/inbox/receiver-steps.ts';
import type { EpochMs } from '../../domain/period.ts';
import type { ReceiverStore } from '../receiver-port.ts';
import type { Connection } from './connection.ts';
import type { Moment, Transaction } from './transaction.ts';
import type { WriteThread } from './write-thread.ts';

type Read = <Result>(from: (db: Connection, moment: Moment) => Result) => Promise<Result>;

export function createReceiverStore({ thread, read }: { thread: WriteThread; read: Read }): ReceiverStore {
  return {
    receiverStep: async <Name extends ReceiverStepName>(step: {
      receiverId: string;
      name: Name;
      input: ReceiverSteps[Name]['input'];
    }) =>
      // The write thread carries out the step that the name stands for, and answers in its form.
      (await thread.write('receiverStep', step)) as ReceiverSteps[Name]['answer'],
    findReceiver: ({ receiverId }) =>
      read((db, { now }) => {
        const record = findReceiver(db, receiverId);
        return record && { ...record, now };
      }),
    listReceivers: (input) => read((db, { lived }) => listReceivers(db, input, lived)),
  };
}

/** One step of a receiver in a savepoint: what it read is what it writes over. */
export function receiverStep(
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

function findReceiver(db: Connection, receiverId: string): ReceiverRecord | null {
  const row = db.get<{ data: string }>('SELECT data FROM receivers WHERE receiver_id = ?', receiverId);
  return row === undefined ? null : JSON.parse(row.data);
}

/** What nobody reads, as `lease` and the pullers judge it: without a lease that lives, and not refused. */
const idle = `WHERE is_pulled = 1 AND json_array_length(data -> 'links') > 0
  AND ifnull(data -> 'problem' ->> 'code', '') <> 'token_refused'
  AND NOT ifnull(data -> 'lease' ->> 'until' BETWEEN ?1 + 1 AND ?1 + ?2, FALSE)`;

function listReceivers(
  db: Connection,
  input: Parameters<ReceiverStore['listReceivers']>[0],
  lived: EpochMs,
): ReceiverRecord[] {
  const rows =
    'workspaceId' in input
      ? db.all<{ data: string }>(
          `SELECT data FROM receivers r WHERE workspace_id = ?1 OR EXISTS (
             SELECT 1 FROM json_each(r.data, '$.links') WHERE value ->> 'workspaceId' = ?1) ORDER BY receiver_id`,
          input.workspaceId,
        )
      : input.only === 'all'
        ? db.all<{ data: string }>('SELECT data FROM receivers ORDER BY receiver_id')
        : db.all<{ data: string }>(
            `SELECT data FROM receivers ${idle} ORDER BY receiver_id`,
            ...[lived, longestLeaseMs],
          );
  return rows.map(({ data }) => JSON.parse(data));
}
