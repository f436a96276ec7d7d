import { expect, test } from 'vitest';
import { settleThread } from '../../src/capabilities/inboxes/settle-threads.ts';
import type { Autonomy } from '../../src/domain/autonomy.ts';
import { createEmbeddedEngine } from '../../src/drafting/embedded-engine.ts';
import { createLog } from '../../src/lib/log.ts';
import {
  connect,
  conversationOf,
  monthlyReplies,
  onlyDraft,
  received,
  sent,
  take,
  workspaceId,
} from '../store/contract/inbox-steps.ts';
import { openWorkspaces } from '../store/contract/open-workspaces.ts';
import { profileDocument, workspaceEntry } from '../store/contract/workspace-entry.ts';
import { sqliteHarness } from '../support/store-harness.ts';
import { taughtAtOnce } from '../support/taught-at-once.ts';

const harness = sqliteHarness();
const log = createLog({ level: 'silent' });
const asked = 'do you ship to Peru?';
const persona = {
  languages: ['en'],
  facts: [{ id: 'f_ship', topic: 'shipping', text: 'I ship worldwide from Lisbon.', aliases: [asked] }],
};

async function settled(autonomy: Autonomy) {
  const entry = workspaceEntry({ conversations: [], profiles: [profileDocument({ persona })], drafting: { autonomy } });
  const { store } = await openWorkspaces(harness, entry);
  await connect(store);
  await take(store, sent('b0', 'hello', 0, { sender: 'machine' }), received('m1', asked, 1));
  const conversationId = await conversationOf(store);
  const deps = { store, engine: createEmbeddedEngine(), classifiers: taughtAtOnce(), monthlyReplies, log, model: null };
  const settle = () => settleThread(deps, { workspaceId, conversationId, isForced: true });
  expect(await settle()).toMatchObject({ outcome: 'drafted' });
  return { store, settle, draft: await onlyDraft(store) };
}

test('a thread of a connected inbox is answered automatically only as far as the autonomy of its workspace allows', async () => {
  expect((await settled('careful')).draft).toMatchObject({ riskLevel: 'safe', state: 'queued' });
  const { store, draft } = await settled('off');
  expect(draft).toMatchObject({ riskLevel: 'review', state: 'waiting', reply: 'I ship worldwide from Lisbon.' });
  expect((await store.autonomy({ workspaceId }))?.trials).toMatchObject([{ drafts: 1, automatic: 1 }]);
});

test('an item that the creator keeps changing is also only proposed in a connected inbox', async () => {
  const { store, settle } = await settled('careful');
  for (const messageId of ['m2', 'm3', 'm4', 'm5']) {
    const { draftId } = await onlyDraft(store);
    const input = { draftId, text: 'Ask me again when the kiln is cold.' };
    expect(await store.inboxStep({ workspaceId, name: 'approve', input })).toMatchObject({ outcome: 'done' });
    await take(store, received(messageId, asked, Number(messageId.slice(1))));
    await settle();
  }
  const record = (await store.autonomy({ workspaceId }))?.items[0];
  expect(record).toMatchObject({ itemId: 'f_ship', edited: 4 });
  const rationale = expect.stringContaining('often edited or rejected');
  expect(await onlyDraft(store)).toMatchObject({ riskLevel: 'review', state: 'waiting', rationale });
});
