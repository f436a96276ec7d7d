import type { FoundReceiver, ReceiverRecord } from '../domain/inbox/receiver.ts';
import type { ReceiverStepName, ReceiverSteps } from '../domain/inbox/receiver-steps.ts';

/**
 * Receivers, which deliver a provider's messages to connections. It is part of the store and follows the promises of
 * its port.
 */
export interface ReceiverStore {
  /** Performs one step of a receiver in one commit; nothing else changes it during the step. */
  receiverStep<Name extends ReceiverStepName>(input: {
    receiverId: string;
    name: Name;
    input: ReceiverSteps[Name]['input'];
  }): Promise<ReceiverSteps[Name]['answer']>;
  /** Null if it does not exist or was removed. */
  findReceiver(input: { receiverId: string }): Promise<FoundReceiver | null>;
  /**
   * Ordered by id: the receivers that deliver messages to a workspace or belong to it, those that must be polled and
   * that nobody polls now, or all.
   */
  listReceivers(input: { workspaceId: string } | { only: 'idle' | 'all' }): Promise<ReceiverRecord[]>;
}
