import type { ReceiverRecord } from '../../domain/inbox/receiver.ts';
import { longestLeaseMs, type ReceiverStepName, type ReceiverSteps } from '../../domain/inbox/receiver-steps.ts';
import type { EpochMs } from '../../domain/period.ts';
import type { ReceiverStore } from '../receiver-port.ts';
import type { Connection } from './connection.ts';
import { findReceiver } from './receiver-step.ts';
import type { Moment } from './transaction.ts';
import type { WriteThread } from './write-thread.ts';

type Read = <Result>(from: (db: Connection, moment: Moment) => Result) => Promise<Result>;

export function createReceiverStore({ thread, read }: { thread: WriteThread; read: Read }): ReceiverStore {
  return {
    receiverStep: async <Name extends ReceiverStepName>(step: {
      receiverId: string;
      name: Name;
      input: ReceiverSteps[Name]['input'];
    }) =>
      // The step's name determines the answer's type.
      (await thread.write('receiverStep', step)) as ReceiverSteps[Name]['answer'],
    findReceiver: ({ receiverId }) =>
      read((db, { now }) => {
        const record = findReceiver(db, receiverId);
        return record && { ...record, now };
      }),
    listReceivers: (input) => read((db, { lived }) => listReceivers(db, input, lived)),
  };
}

/**
 * SQL that selects the receivers that should be polled and that no process is polling: their token was not rejected,
 * and they have no live lease by the rules of `lease`.
 */
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
