import type { Store } from '../../../src/store/port.ts';
import type { AppendedMessage, AppendOutcome } from '../../../src/store/workspace-port.ts';

/** Noon of the day on which the messages of these tests were sent. */
export const noon = Date.UTC(2026, 3, 1, 12);

/** Returns an inbound message to the sample conversation at noon, without an id. */
export function message(overrides: Partial<AppendedMessage>): AppendedMessage {
  return {
    conversationId: 'conv_maya',
    profileId: null,
    channel: null,
    contact: null,
    messageId: null,
    direction: 'inbound',
    senderType: 'contact',
    body: 'hello',
    sentAt: noon,
    ...overrides,
  };
}

export function append(store: Store, messages: AppendedMessage[]): Promise<AppendOutcome[]> {
  return store.appendMessages({ workspaceId: 'ws_aurora', messages });
}
