import { describe, expect, test } from 'vitest';
import type { ProposalOutcome } from '../../../src/domain/autonomy.ts';
import type { Store } from '../../../src/store/port.ts';
import type { StoreHarness } from '../../support/store-harness.ts';
import { connect, conversationOf, held, onlyDraft, received, sent, settle, take, workspaceId } from './inbox-steps.ts';
import { openWorkspaces } from './open-workspaces.ts';
import { workspaceEntry } from './workspace-entry.ts';

const proposal = { profileId: 'prof_aurora', items: [{ id: 'f_ship', hash: 'h1' }], trial: 'automatic' } as const;
const inOtherWords = 'Yes! I ship worldwide from sunny Lisbon.';

async function approve(store: Store, text: string | null): Promise<void> {
  const { draftId } = await onlyDraft(store);
  const answer = await store.inboxStep({ workspaceId, name: 'approve', input: { draftId, text } });
  if (answer.outcome !== 'done') throw new Error(answer.outcome);
}

async function dismiss(store: Store): Promise<void> {
  const { draftId } = await onlyDraft(store);
  await store.inboxStep({ workspaceId, name: 'dismiss', input: { draftId } });
}

async function answerWith(store: Store, reply: string): Promise<void> {
  const conversationId = await conversationOf(store);
  await store.saveReply({ workspaceId, conversationId, reply, by: 'Aurora' });
  await store.inboxStep({ workspaceId, name: 'answered', input: { conversationId } });
}

export function describeInboxRecords(harness: StoreHarness): void {
  const open = () => openWorkspaces(harness, workspaceEntry({ conversations: [] }));

  async function waiting(): Promise<Store> {
    const { store } = await open();
    await connect(store, { mode: 'review' });
    await take(store, received('m1', 'do you ship to Peru?', 1));
    await settle(store, await conversationOf(store), { drafted: { ...held, proposal } });
    return store;
  }
  const records = async (store: Store) => {
    const read = await store.autonomy({ workspaceId });
    return { item: read?.items[0], trial: read?.trials[0] };
  };

  describe('connected inboxes: the records of items', () => {
    test.each<[string, ProposalOutcome | null, (store: Store) => Promise<unknown>]>([
      ['is approved as it is', 'unchanged', (store) => approve(store, null)],
      ['is approved in its own words', 'unchanged', (store) => approve(store, held.reply)],
      ['is approved in other words', 'edited', (store) => approve(store, inOtherWords)],
      ['is dismissed', 'rejected', dismiss],
      ['is sent by the creator as it is', 'unchanged', (store) => take(store, sent('e1', held.reply, 5))],
      ['is sent by the creator in other words', 'edited', (store) => take(store, sent('e1', inOtherWords, 5))],
      ['is answered with what was recorded for it', 'edited', (store) => answerWith(store, inOtherWords)],
      ['meets an answer of the creator with words of its own', null, (store) => take(store, sent('e1', 'Call me!', 5))],
      [
        'meets a machine that says the same',
        null,
        (store) => take(store, sent('e1', held.reply, 5, { sender: 'machine' })),
      ],
    ])('a draft that %s counts as %s in the record of its item and in the trial', async (_, outcome, act) => {
      const store = await waiting();
      const none = { unchanged: 0, edited: 0, rejected: 0 };
      expect(await records(store)).toMatchObject({
        item: { itemId: 'f_ship', profileId: 'prof_aurora', proposed: 1, ...none },
        trial: { drafts: 1, automatic: 1, ...none },
      });
      await act(store);
      const counted = { ...none, ...(outcome && { [outcome]: 1 }) };
      expect(await records(store)).toMatchObject({ item: { proposed: 1, ...counted }, trial: counted });
    });

    test('only the first decision about a draft is counted', async () => {
      const store = await waiting();
      await approve(store, inOtherWords);
      await approve(store, null);
      await dismiss(store);
      expect((await records(store)).item).toMatchObject({ unchanged: 0, edited: 1, rejected: 0 });
    });
  });
}
