import type { FoundReceiver, ReceiverRecord } from '../domain/inbox/receiver.ts';
import type { ReceiverStepName, ReceiverSteps } from '../domain/inbox/receiver-steps.ts';

/**
 * Receivers, which deliver a provider's messages to connections. `Store` extends this interface, so its guarantees
 * apply.
 */
export interface ReceiverStore {
  /** Performs one step of a receiver in one commit. Nothing else changes the receiver in the meantime. */
  receiverStep<Name extends ReceiverStepName>(input: {
    receiverId: string;
    name: Name;
    input: ReceiverSteps[Name]['input'];
  }): Promise<ReceiverSteps[Name]['answer']>;
  /** Returns a receiver, or null if it does not exist or was removed. */
  findReceiver(input: { receiverId: string }): Promise<FoundReceiver | null>;
  /**
   * Returns receivers ordered by id. The selection is one of these: the receivers that belong to a workspace or deliver
   * messages to it; those that must be polled and that no process is polling; or all receivers.
   */
  listReceivers(input: { workspaceId: string } | { only: 'idle' | 'all' }): Promise<ReceiverRecord[]>;
}
