import type { CreatorAnswer } from '../../domain/inbox/creator-rules.ts';
import type { DraftRow } from '../../domain/inbox/rows.ts';
import { OperatorError } from '../../lib/errors.ts';
import { printableName } from '../../lib/printable.ts';
import type { Store } from '../../store/port.ts';
import { isoTime } from '../iso-time.ts';
import { requireWorkspace } from '../require-workspace.ts';

/** The public view of a stored draft. */
export interface DraftView {
  readonly id: string;
  readonly conversationId: string;
  readonly connectionId: string | null;
  readonly epoch: number;
  readonly state: DraftRow['state'];
  readonly intent: string;
  readonly riskLevel: DraftRow['riskLevel'];
  readonly requiresCreator: boolean;
  readonly reply: string;
  /** How many messages the draft answers. */
  readonly messages: number;
  readonly outboxId: string | null;
  readonly createdAt: string;
}

export interface DraftOutcome {
  readonly id: string;
  readonly state: DraftRow['state'];
  readonly outboxId: string | null;
}

/** Creates the actions that let the creator or a reviewer decide on stored drafts. */
export function createDraftVerbs({ store }: { store: Store }) {
  return {
    /** Lists drafts, newest first. @throws OperatorError when the workspace does not exist */
    async list(input: { workspaceId: string; limit: number }): Promise<DraftView[]> {
      const drafts = await store.listDrafts(input);
      if (drafts.length === 0) await requireWorkspace(store, input.workspaceId);
      return drafts.map((draft) => ({
        id: draft.draftId,
        conversationId: draft.conversationId,
        connectionId: draft.connectionId,
        epoch: draft.epoch,
        state: draft.state,
        intent: draft.intent,
        riskLevel: draft.riskLevel,
        requiresCreator: draft.requiresCreator,
        reply: draft.reply,
        messages: Math.max(1, draft.messageIds.length),
        outboxId: draft.outboxId,
        createdAt: isoTime(draft.createdAt),
      }));
    },

    /**
     * Queues a draft for sending. If `text` is not null, it replaces the draft's reply.
     * @throws OperatorError with a message that begins with the code of the refusal
     */
    async approve(input: { workspaceId: string; draftId: string; text: string | null }): Promise<DraftOutcome> {
      const { workspaceId, draftId, text } = input;
      return outcome(await store.inboxStep({ workspaceId, name: 'approve', input: { draftId, text } }), input, draftId);
    },

    async dismiss(input: { workspaceId: string; draftId: string }): Promise<DraftOutcome> {
      const { workspaceId, draftId } = input;
      return outcome(await store.inboxStep({ workspaceId, name: 'dismiss', input: { draftId } }), input, draftId);
    },

    /** Settles an `uncertain` item by recording whether its text was sent. */
    async settle(input: {
      workspaceId: string;
      outboxId: string;
      outcome: 'sent' | 'not_sent';
    }): Promise<DraftOutcome> {
      const { workspaceId, outboxId } = input;
      const answer = await store.inboxStep({
        workspaceId,
        name: 'settle',
        input: { outboxId, outcome: input.outcome },
      });
      return outcome(answer, input, outboxId);
    },
  };

  async function outcome(
    answer: CreatorAnswer,
    { workspaceId }: { workspaceId: string },
    id: string,
  ): Promise<DraftOutcome> {
    if (answer.outcome === 'done') {
      return { id: answer.draftId, state: answer.state, outboxId: answer.outboxId };
    }
    if (answer.outcome === 'not_found') {
      await requireWorkspace(store, workspaceId);
      throw new OperatorError(`Workspace "${workspaceId}" has no draft or item "${printableName(id)}".`);
    }
    throw new OperatorError(`${answer.outcome}: ${reasons[answer.outcome]}`);
  }
}

const reasons: Readonly<Record<Exclude<CreatorAnswer['outcome'], 'done' | 'not_found'>, string>> = {
  draft_stale:
    'the conversation changed after this draft was created. Read the newer messages, and approve the draft that answers them.',
  draft_has_no_outbox: 'this draft belongs to no connection, so no sender can send it. Reply yourself.',
  draft_has_no_text: 'this draft has no text. Write one with --text.',
  draft_ended: 'this draft was already sent or dismissed.',
  draft_claimed: 'the text is being sent, or its claim ended without a result. Settle it first.',
  window_over: 'the time window for sending a reply is over.',
  not_uncertain: 'this item is not uncertain, so there is nothing to resolve.',
};
