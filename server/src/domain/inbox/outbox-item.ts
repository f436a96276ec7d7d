import { createId } from '../../lib/ids.ts';
import type { DraftRow, OutboxRow } from './rows.ts';
import type { ThreadWork } from './thread-work.ts';

/** Creates an outbox item for a draft, in the state `ready`. */
export function itemOfDraft(
  work: ThreadWork,
  draft: DraftRow,
  of: Pick<OutboxRow, 'origin' | 'isWritten'> & { readonly text: string },
): OutboxRow {
  const { connection, thread, now, messages } = work;
  const lastInbound = messages.findLast(({ direction }) => direction === 'inbound');
  const hours = connection?.replyWindowHours ?? null;
  return {
    outboxId: createId('out'),
    conversationId: draft.conversationId,
    connectionId: connection?.connectionId ?? '',
    profileId: work.conversation.profileId,
    draftId: draft.draftId,
    state: 'ready',
    createdAt: now,
    changedAt: now,
    endedAt: null,
    threadId: thread?.threadId ?? '',
    contactId: thread?.contactId ?? null,
    ...of,
    mediaAssetId: of.isWritten ? '' : draft.mediaAssetId,
    itemsUsed: draft.itemsUsed,
    revision: draft.revision,
    afterMessageId: draft.messageIds.at(-1) ?? '',
    epoch: draft.epoch,
    sendBefore: hours === null || lastInbound === undefined ? null : lastInbound.sentAt + hours * 3_600_000,
    claimId: null,
    claimKey: null,
    claimedUntil: null,
    outcome: null,
    providerMessageId: null,
    reason: null,
    messageId: null,
  };
}
