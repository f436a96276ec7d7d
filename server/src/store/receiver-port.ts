import type { FoundReceiver, ReceiverRecord } from '../domain/inbox/receiver.ts';
import type { ReceiverStepName, ReceiverSteps } from '../domain/inbox/receiver-steps.ts';

/** What brings messages of a provider to connections. As part of the store, under the promises of its port. */
export interface ReceiverStore {
  /** Carries out one step of a receiver in one commit; nobody else changes it meanwhile. */
  receiverStep<Name extends ReceiverStepName>(input: {
    receiverId: string;
    name: Name;
    input: ReceiverSteps[Name]['input'];
  }): Promise<ReceiverSteps[Name]['answer']>;
  /** Null when there is none (any more). */
  findReceiver(input: { receiverId: string }): Promise<FoundReceiver | null>;
  /** By id: those that bring messages to a workspace or belong to it, those that are to be asked for messages and that nobody asks now, or all. */
  listReceivers(input: { workspaceId: string } | { only: 'idle' | 'all' }): Promise<ReceiverRecord[]>;
}
