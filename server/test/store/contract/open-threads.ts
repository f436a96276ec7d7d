import type { ReportInput } from '../../../src/domain/inbox/outbox-rules.ts';
import type { WorkspaceEntry } from '../../../src/domain/workspace-document.ts';
import type { Store } from '../../../src/store/port.ts';
import type { StoreHarness } from '../../support/store-harness.ts';
import {
  claimItem,
  connect,
  conversationOf,
  onlyDraft,
  received,
  sent,
  settle,
  take,
  workspaceId,
} from './inbox-steps.ts';
import { openWorkspaces } from './open-workspaces.ts';
import { workspaceEntry } from './workspace-entry.ts';

/**
 * Opens a workspace with a connection that has one thread with an open question. The connection has already reported a
 * sent message.
 */
export async function openAsked(harness: StoreHarness, change = {}, entry: Partial<WorkspaceEntry> = {}) {
  const data = await openWorkspaces(harness, workspaceEntry({ conversations: [], ...entry }));
  await connect(data.store, change);
  await take(data.store, sent('b0', 'hello', 0, { sender: 'machine' }), received('m1', 'do you ship?', 1));
  return { ...data, conversationId: await conversationOf(data.store) };
}

/** Does the same as `openAsked`, with a safe draft whose text is in the outbox. */
export async function openQueued(harness: StoreHarness, change = {}, entry: Partial<WorkspaceEntry> = {}) {
  const data = await openAsked(harness, change, entry);
  await settle(data.store, data.conversationId);
  const { outboxId } = await onlyDraft(data.store);
  return { ...data, outboxId: outboxId ?? '' };
}

/** Does the same as `openQueued`, with the text claimed by a sender that can report on it. */
export async function openClaimed(harness: StoreHarness, change = {}) {
  const data = await openQueued(harness, change);
  const claim = await claimItem(data.store, data.outboxId);
  if (claim.outcome !== 'claimed') throw new Error(claim.outcome);
  const { claimId } = JSON.parse(claim.response).claim;
  const report = (outcome: ReportInput['outcome'], more: Partial<ReportInput> = {}) => {
    const of = { profileId: 'prof_aurora', outboxId: data.outboxId, claimId, providerMessageId: null, reason: null };
    return data.store.inboxStep({ workspaceId, name: 'report', input: { ...of, outcome, ...more } });
  };
  return { ...data, claim: JSON.parse(claim.response).claim, report };
}

/** Returns the stored data of the only thread: its conversation, its messages in order, and the states of its items. */
export async function threadOf(store: Store) {
  const [conversation] = await store.listConversations({ workspaceId, state: null, limit: 5 });
  const conversationId = conversation?.conversationId ?? '';
  const thread = await store.thread({ workspaceId, conversationId, messages: 10 });
  const { items } = await store.listOutbox({ workspaceId, profileId: 'prof_aurora', after: 0, limit: 10 });
  return { conversation, bodies: thread?.thread.map(({ body }) => body), items: items?.map(({ state }) => state) };
}
