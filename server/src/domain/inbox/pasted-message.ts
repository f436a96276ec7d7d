import { createId } from '../../lib/ids.ts';
import type { Contact, ConversationState } from '../conversation.ts';
import type { HandoffVerdict } from '../notification.ts';
import { type AllowanceView, allowanceNotices } from './allowance.ts';
import { emptyThread } from './empty-thread.ts';
import type { Drafted } from './settle-thread.ts';
import type { InboxSnapshot } from './snapshot.ts';
import { type Changes, workOf } from './step-changes.ts';
import { handOff, reconcile, supersede } from './thread-rules.ts';
import { openThread, type ThreadWork, unansweredOf } from './thread-work.ts';

export interface PasteInput {
  /** The conversation's id. If no conversation has this id, one is created. */
  readonly conversationId: string;
  readonly profileId: string;
  readonly contact: Contact | null;
  readonly body: string;
  /**
   * Null if the message is too long for a reply to be drafted. In this case, nothing is charged, and the conversation
   * waits for the creator.
   */
  readonly drafted: Drafted | null;
  /** If the verdict shows danger or abuse, the conversation waits for the creator, and the creator is notified. */
  readonly verdict: HandoffVerdict;
  readonly monthlyReplies: Readonly<Record<'creator' | 'studio' | 'agency', number>>;
}

export type PasteAnswer =
  | {
      readonly outcome: 'stored';
      readonly conversationId: string;
      readonly draftId: string | null;
      readonly state: ConversationState;
    }
  | { readonly outcome: 'profile_not_found' | 'workspace_inactive' | 'allowance_used' };

/** The channel of conversations whose messages were pasted. */
export const pastedChannel = 'pasted';

/**
 * Stores a pasted message with its draft, and charges one unit. Stores nothing if there is a draft but the allowance is
 * used up.
 */
export function pasteMessage(
  snapshot: InboxSnapshot,
  input: PasteInput,
  allowance: AllowanceView,
  changes: Changes,
): PasteAnswer {
  const { drafted, verdict } = input;
  const profile = snapshot.profiles.find(({ profileId }) => profileId === input.profileId);
  if (profile?.status !== 'active') return { outcome: 'profile_not_found' };
  if (snapshot.workspace?.status !== 'active') return { outcome: 'workspace_inactive' };
  if (drafted !== null && !allowance.hasRoom) return { outcome: 'allowance_used' };
  const work = openPasted(snapshot, input);
  if (work.conversation.profileId !== input.profileId) return { outcome: 'profile_not_found' };
  const { now } = work;
  const { conversationId } = work.conversation;
  work.putMessage(
    {
      messageId: createId('m'),
      direction: 'inbound',
      senderType: 'contact',
      body: input.body,
      sentAt: Math.max(now, work.messages.at(-1)?.sentAt ?? 0),
      position: null,
      editedAt: null,
      deletedAt: null,
      attachments: [],
    },
    { kind: 'new' },
  );
  work.grow();
  if (work.conversation.state === 'closed') work.setState('open');
  supersede(work);
  if (verdict.urgency !== 'normal') handOff(work, verdict);
  else if (drafted === null) work.setState('awaiting_owner');
  const { state } = work.conversation;
  if (drafted === null) {
    work.write(changes);
    return { outcome: 'stored', conversationId, draftId: null, state };
  }
  const draftId = createId('drf');
  const { urgency: _, proposal = null, modelUse = null, ...decided } = drafted;
  work.putDraft({
    ...decided,
    // Only the person who pasted the message can send the reply.
    requiresCreator: true,
    draftId,
    conversationId,
    connectionId: null,
    epoch: work.conversation.epoch,
    state: 'waiting',
    outboxId: null,
    createdAt: now,
    messageIds: unansweredOf(work).map(({ messageId }) => messageId),
    isReleased: false,
  });
  changes.charge = { externalId: draftId, intent: drafted.intent, riskLevel: drafted.riskLevel, modelUse };
  if (proposal !== null) changes.proposals.push({ ...proposal, draftId });
  changes.notifications.push(...allowanceNotices(allowance));
  work.write(changes);
  return { outcome: 'stored', conversationId, draftId, state };
}

function openPasted(snapshot: InboxSnapshot, { conversationId, profileId, contact }: PasteInput): ThreadWork {
  const stored = workOf(snapshot, snapshot.threads[0]);
  if (stored !== null) {
    reconcile(stored);
    return stored;
  }
  const conversation = {
    conversationId,
    profileId,
    state: 'open',
    channel: pastedChannel,
    contact,
    epoch: 0,
  } as const;
  const { now, workspace } = snapshot;
  const of = { now, connection: null, hasWebhook: workspace?.hasWebhook ?? false, isNew: true };
  return openThread({ ...emptyThread, conversation }, of);
}
