import { ConsoleError } from '../../domain/console/console-error.ts';
import type { ConsoleInput, ConsoleOutput } from '../../domain/console/routes.ts';
import type { Decision } from '../../domain/decision.ts';
import type { Engine, Trace } from '../../drafting/engine.ts';
import type { SessionRecord } from '../../store/account-port.ts';
import type { ReviewRecord, ThreadRecord } from '../../store/console-port.ts';
import type { Store } from '../../store/port.ts';
import { isoTime } from '../iso-time.ts';
import { claimsOf, outcomeOf, quoteItems } from './outcome-of.ts';
import type { PersonaReader } from './persona-reader.ts';

const mostInQueue = 500;
const messagesShown = 100;
const historyLength = 40;

export interface ReviewDeps {
  readonly store: Store;
  readonly engine: Engine;
  readonly readPersona: PersonaReader;
  /** How long a stored draft is kept. */
  readonly retentionMs: number;
}

/** What the creator, or whoever reviews for them, does with conversations. Nothing of it is sent to anybody. */
export function createReviewVerbs({ store, engine, readPersona, retentionMs }: ReviewDeps) {
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
          ...rest,
          id: conversationId,
          displayName: names.get(rest.profileId) ?? '',
          lastMessageAt: isoTime(lastMessageAt),
        })),
      };
    },

    /** A conversation with its draft: the stored one where it answers the latest message, else one drafted now, uncharged. */
    async thread(workspaceId: string, conversationId: string): Promise<ConsoleOutput<'readThread'>> {
      const thread = await store.thread({ workspaceId, conversationId, messages: messagesShown });
      if (thread === null) throw new ConsoleError('console_not_found');
      const { edited } = thread;
      return {
        conversation: cardOf(thread.conversation),
        relationship: thread.relationship,
        thread: thread.thread.map((message) => ({ ...message, sentAt: isoTime(message.sentAt) })),
        draft: await draftOf(workspaceId, thread),
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
      // What was made of the draft belongs to what was just decided.
      await store.saveReply({ ...of, reply: '', by: by.name });
      return change;
    },
  };

  async function draftOf(workspaceId: string, thread: ThreadRecord): Promise<ConsoleOutput<'readThread'>['draft']> {
    const { profileId } = thread.conversation;
    const profile = await readPersona({ workspaceId, profileId });
    const at = thread.thread.findLastIndex(({ direction }) => direction === 'inbound');
    const asked = thread.thread[at];
    if (profile === null || asked === undefined) return null;
    const stored = storedDraft(thread, retentionMs);
    const isOfLatest = stored !== null && stored.at >= (asked.sentAt ?? 0);
    const output = isOfLatest
      ? stored
      : await engine.draft({
          message: asked.body,
          history: thread.thread.slice(Math.max(0, at - historyLength), at),
          displayName: profile.displayName,
          persona: profile.published,
          relationship: thread.relationship,
          awaitsCreator: false,
          now: thread.now,
        });
    const decision = outcomeOf(output, profile.published);
    const claims = claimsOf(output.trace);
    const ids = [...decision.itemsUsed, ...claims.flatMap(({ itemId }) => itemId ?? [])];
    return {
      source: isOfLatest ? 'stored' : 'fresh',
      draftedAt: isoTime(isOfLatest ? stored.at : thread.now),
      decision,
      claims,
      items: quoteItems(profile.published, ids),
      trace: output.trace,
    };
  }
}

function storedDraft({ stored }: ThreadRecord, retentionMs: number) {
  if (stored === null) return null;
  // Both were written by this service, as JSON of these forms.
  const { decision }: { decision: Decision & { rationale: string; mediaAssetId: string } } = JSON.parse(
    stored.response,
  );
  const trace: Trace = JSON.parse(stored.trace);
  return { decision, trace, at: stored.expiresAt - retentionMs };
}

function cardOf({ conversationId, ...card }: ReviewRecord): ConsoleOutput<'readQueue'>['conversations'][number] {
  return {
    ...card,
    id: conversationId,
    lastMessageAt: isoTime(card.lastMessageAt),
    waitingSince: isoTime(card.waitingSince),
  };
}
