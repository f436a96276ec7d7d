import type { ReceiverRecord } from '../../domain/inbox/receiver.ts';
import { carryOutReceiverStep, type ReceiverMoment } from '../../domain/inbox/receiver-steps.ts';
import type { ReceiverStore } from '../receiver-port.ts';
import type { Database } from './database.ts';
import { shareReads } from './shared-reads.ts';

/**
 * Creates the store of receivers. One transaction reads a step's data under a lock and writes the result. The step
 * itself runs in this process.
 */
export function createReceivers({ call, transaction }: Database): ReceiverStore {
  const find = shareReads<Awaited<ReturnType<ReceiverStore['findReceiver']>>>((receiver) =>
    call('find_receiver', { receiver }),
  );
  return {
    receiverStep: ({ receiverId, name, input }) =>
      transaction('change', async (inside) => {
        const { record, ...at } = await inside<ReceiverMoment & { record: ReceiverRecord | null }>('load_receiver', {
          receiver: receiverId,
        });
        const { answer, next } = carryOutReceiverStep(name, record, input, at);
        if (next !== undefined) {
          await inside('save_receiver', { receiver: receiverId, data: next === null ? null : JSON.stringify(next) });
        }
        return answer;
      }),
    findReceiver: ({ receiverId }) => find(receiverId),
    listReceivers: (input) =>
      call('list_receivers', {
        workspace: 'workspaceId' in input ? input.workspaceId : null,
        pulled: !('workspaceId' in input) && input.only === 'idle',
      }),
  };
}
