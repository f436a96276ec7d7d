import { ConsoleError } from '../../domain/console/console-error.ts';
import type { ConsoleInput, ConsoleOutput } from '../../domain/console/routes.ts';
import type { MessageRow } from '../../domain/inbox/rows.ts';
import type { Engine } from '../../drafting/engine.ts';
import type { Sealer } from '../../lib/sealing.ts';
import type { SessionRecord } from '../../store/account-port.ts';
import type { Store } from '../../store/port.ts';
import type { ClassifierShelf } from '../../teaching/classifier-shelf.ts';
import { isoTime } from '../iso-time.ts';
import type { PersonaReader } from './persona-reader.ts';
import { type DraftingProfile, proposeReplies } from './propose-replies.ts';
import { cardOf } from './review-card.ts';
import { shortReason } from './short-reason.ts';
import { isOutdated, unansweredIn } from './unanswered.ts';
import { visitorContact } from './visitor-contact.ts';

const mostInQueue = 500;
const messagesShown = 100;

export interface ReviewDeps {
  readonly store: Store;
  readonly engine: Engine;
  readonly classifiers: Pick<ClassifierShelf, 'get'>;
  readonly readPersona: PersonaReader;
  /** Decrypts the contact details that visitors to a Page left. */
  readonly sealer: Pick<Sealer, 'open'>;
}

/** Creates the actions that the creator or a reviewer performs on conversations. They send nothing to anyone. */
export function createReviewVerbs({ store, engine, classifiers, readPersona, sealer }: ReviewDeps) {
  const contactOf = (of: { workspaceId: string; conversationId: string }) => visitorContact({ store, sealer }, of);
  return {
    async queue(workspaceId: string): Promise<ConsoleOutput<'readQueue'>> {
      const { total, conversations } = await store.reviewQueue({ workspaceId, limit: mostInQueue });
      return { total, conversations: conversations.map(cardOf) };
    },

    async list(
      workspaceId: string,
      { state, limit = '50' }: ConsoleInput<'listConversations'>,
    ): Promise<ConsoleOutput<'listConversations'>> {
      const conversations = await store.listConversations({
        workspaceId,
        state: state ?? null,
        limit: Math.min(200, Number(limit)),
      });
      const profiles = await store.listProfiles({ workspaceId });
      const names = new Map(profiles.map(({ profileId, displayName }) => [profileId, displayName]));
      return {
        conversations: conversations.map(({ conversationId, lastMessageAt, ...rest }) => ({
          profileId: rest.profileId,
          state: rest.state,
          channel: rest.channel,
          contact: rest.contact,
          messages: rest.messages,
          id: conversationId,
          displayName: names.get(rest.profileId) ?? '',
          lastMessageAt: isoTime(lastMessageAt),
        })),
      };
    },

    /**
     * Reads a conversation with its stored drafts, and drafts suggestions for the waiting messages without charging for
     * them.
     */
    async thread(workspaceId: string, conversationId: string): Promise<ConsoleOutput<'readThread'>> {
      const thread = await store.thread({ workspaceId, conversationId, messages: messagesShown });
      if (thread === null) throw new ConsoleError('console_not_found');
      const { edited, lock } = thread;
      const asked = unansweredIn(thread.thread);
      const { profileId } = thread.conversation;
      const profile = await profileOf({ workspaceId, profileId });
      return {
        conversation: cardOf(thread.conversation),
        relationship: thread.relationship,
        thread: thread.thread.map(messageView),
        drafts: thread.drafts.map((draft) => ({
          id: draft.draftId,
          messageIds: [...draft.messageIds],
          reply: draft.reply,
          riskLevel: draft.riskLevel,
          why: shortReason(null, draft.intent),
          state: draft.state,
          isOutdated: isOutdated(draft, asked),
          isOfInbox: draft.connectionId !== null,
          madeAt: isoTime(draft.createdAt),
        })),
        proposal: profile === null ? null : await proposeReplies(engine, thread, profile, workspaceId),
        visitorContact:
          thread.conversation.channel === 'page' ? await contactOf({ workspaceId, conversationId }) : null,
        lock: lock === null ? null : { lockedUntil: isoTime(lock.lockedUntil), held: lock.held },
        outbox: thread.outbox.flatMap(({ draftId, state }) =>
          state === 'ready' || state === 'claimed' || state === 'uncertain' ? [{ draftId, state }] : [],
        ),
        edited: edited === null ? null : { ...edited, at: isoTime(edited.at) },
      };
    },

    async editReply(
      of: { workspaceId: string; conversationId: string },
      { reply }: ConsoleInput<'editReply'>,
      by: SessionRecord,
    ): Promise<void> {
      if (!(await store.saveReply({ ...of, reply, by: by.name }))) throw new ConsoleError('console_not_found');
    },

    async setState(
      of: { workspaceId: string; conversationId: string },
      action: 'resolve' | 'close',
      by: SessionRecord,
    ): Promise<ConsoleOutput<'resolveConversation'>> {
      const change = await store.setConversationState({ ...of, action });
      if (change === null) throw new ConsoleError('console_not_found');
      // The creator has decided, so the saved edit is no longer needed.
      await store.saveReply({ ...of, reply: '', by: by.name });
      return change;
    },
  };

  async function profileOf(place: { workspaceId: string; profileId: string }): Promise<DraftingProfile | null> {
    const record = await readPersona(place);
    if (record === null) return null;
    return { ...record, classifier: await classifiers.get({ ...place, persona: record.published }) };
  }
}

function messageView({ messageId, direction, senderType, body, sentAt, deletedAt, attachments, recorded }: MessageRow) {
  return {
    id: messageId,
    direction,
    senderType,
    body,
    sentAt: isoTime(sentAt),
    isDeleted: deletedAt !== null,
    attachments: [...attachments],
    recorded:
      recorded == null
        ? null
        : { by: recorded.by, at: isoTime(recorded.at), suggestion: recorded.suggestion, isChanged: recorded.isChanged },
  };
}
