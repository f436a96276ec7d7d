import { describe, expect, test } from 'vitest';
import type { NewChange } from '../../../src/store/console-port.ts';
import type { Store } from '../../../src/store/port.ts';
import type { StoreHarness } from '../../support/store-harness.ts';
import { openWorkspaces } from './open-workspaces.ts';
import { conversationDocument, inbound, profileDocument, workspaceEntry } from './workspace-entry.ts';
import { draftWrite, handoffSettlement, handoffWrite } from './writes.ts';

const place = { workspaceId: 'ws_aurora', profileId: 'prof_aurora' };

export function describeConsole(harness: StoreHarness): void {
  describe('the data of the console', () => {
    test('a draft is stored separately from the live persona, version by version, and the slower of two writers is rejected', async () => {
      const { store } = await openWorkspaces(harness);
      const before = await store.personaDraft(place);
      expect(before).toMatchObject({ version: 0, draft: null, baseRevision: null, updatedAt: null });
      const given = {
        ...place,
        version: 0,
        draft: { about: 'New.' },
        baseRevision: 'r0',
        unpublished: 1,
        change: change(),
      };
      const outcomes = await Promise.all([store.saveDraft(given), store.saveDraft(given)]);
      expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['conflict', 'saved']);
      const after = await store.personaDraft(place);
      expect(after).toMatchObject({ version: 1, draft: { about: 'New.' }, baseRevision: 'r0', updatedBy: 'Ada' });
      expect(after?.published).toEqual(before?.published);
      expect(await store.listProfiles({ workspaceId: 'ws_aurora' })).toMatchObject([
        { profileId: 'prof_aurora', unpublished: 1 },
      ]);
      expect(await store.saveDraft({ ...given, profileId: 'prof_nobody' })).toEqual({ outcome: 'not_found' });
    });

    test('publishing replaces the live persona, unless that was replaced meanwhile', async () => {
      const { store } = await openWorkspaces(harness);
      const live = await store.personaDraft(place);
      const given = {
        ...place,
        version: 0,
        persona: { about: 'Published.' },
        revision: 'r1',
        change: change('publish'),
      };
      expect(await store.publishDraft({ ...given, publishedRevision: 'r-other' })).toEqual({ outcome: 'conflict' });
      expect(
        await store.publishDraft({ ...given, version: 4, publishedRevision: live?.publishedRevision ?? '' }),
      ).toEqual({ outcome: 'conflict' });
      expect((await store.profile(place))?.persona).toEqual(live?.published);
      const published = await store.publishDraft({ ...given, publishedRevision: live?.publishedRevision ?? '' });
      expect(published).toMatchObject({ outcome: 'saved', version: 1 });
      expect(await store.profile(place)).toMatchObject({ persona: { about: 'Published.' }, revision: 'r1' });
      expect(await store.personaDraft(place)).toMatchObject({ draft: null, version: 1, publishedRevision: 'r1' });
    });

    test('changes are listed newest first, with who, when and what', async () => {
      const { store } = await openWorkspaces(harness);
      const saved = { ...place, baseRevision: 'r0', unpublished: 1 };
      for (const version of [0, 1, 2]) {
        await store.saveDraft({
          ...saved,
          version,
          draft: { about: `${version}` },
          change: change('about', `change ${version}`),
        });
      }
      const changes = await store.personaChanges({ ...place, version: null, limit: 2 });
      expect(changes.map(({ version, title }) => [version, title])).toEqual([
        [3, 'change 2'],
        [2, 'change 1'],
      ]);
      expect(changes[0]).toMatchObject({ ...change('about', 'change 2'), at: expect.any(Number) });
      expect(await store.personaChanges({ ...place, version: 1, limit: 9 })).toHaveLength(1);
    });

    test('the queue puts urgent conversations first, then the longest waiting', async () => {
      const { store, openAt } = await openWorkspaces(
        harness,
        workspaceEntry({ conversations: ['a', 'b', 'c', 'd'].map((name) => conversation(name)) }),
      );
      const later = await openAt(5_000);
      await handOff(store, 'conv_b', 'normal');
      await handOff(later, 'conv_c', 'normal');
      await handOff(later, 'conv_d', 'urgent');
      const queue = await later.reviewQueue({ workspaceId: 'ws_aurora', limit: 10 });
      expect(queue.total).toBe(3);
      expect(queue.conversations.map(({ conversationId }) => conversationId)).toEqual(['conv_d', 'conv_b', 'conv_c']);
      expect(queue.conversations[0]).toMatchObject({
        displayName: 'Aurora Lane',
        verdict: { urgency: 'urgent' },
        latestInbound: 'hello from d',
      });
      expect((await store.reviewQueue({ workspaceId: 'ws_aurora', limit: 1 })).conversations).toHaveLength(1);
    });

    test("a thread has its messages, its stored draft as long as that exists, and a person's edit of it", async () => {
      const { store, openAt } = await openWorkspaces(harness, workspaceEntry({ conversations: [conversation('a')] }));
      const of = { workspaceId: 'ws_aurora', conversationId: 'conv_a', messages: 10 };
      expect(await store.thread(of)).toMatchObject({ thread: [{ body: 'hello from a' }], stored: null, edited: null });
      await draft(store, 'conv_a');
      const thread = await store.thread(of);
      expect(thread?.stored).toMatchObject({ response: '{"a":1}', trace: '{"t":1}' });
      expect((await (await openAt(120_000)).thread(of))?.stored).toBeNull();
      expect(await store.saveReply({ ...of, reply: 'mine', by: 'Ada' })).toBe(true);
      expect((await store.thread(of))?.edited).toMatchObject({ reply: 'mine', by: 'Ada' });
      await store.saveReply({ ...of, reply: '', by: 'Ada' });
      expect((await store.thread(of))?.edited).toBeNull();
      expect(await store.thread({ ...of, conversationId: 'conv_none' })).toBeNull();
      expect(await store.saveReply({ ...of, conversationId: 'conv_none', reply: 'x', by: 'Ada' })).toBe(false);
    });

    test('recent threads are the latest inbound messages of a profile with the messages before them', async () => {
      const messages = [
        inbound('first', '2026-01-01T00:00:00Z'),
        { direction: 'outbound' as const, body: 'answer', sentAt: '2026-01-01T00:01:00Z' },
        inbound('second', '2026-01-01T00:02:00Z'),
        { direction: 'outbound' as const, body: 'later', sentAt: '2026-01-01T00:03:00Z' },
      ];
      const profiles = [profileDocument(), profileDocument({ id: 'prof_other' })];
      const conversations = [
        conversationDocument({ id: 'conv_a', messages }),
        conversationDocument({ id: 'conv_b', profileId: 'prof_other', messages }),
      ];
      const { store } = await openWorkspaces(harness, workspaceEntry({ profiles, conversations }));
      const threads = await store.recentThreads({ ...place, limit: 10 });
      expect(threads).toMatchObject([{ conversationId: 'conv_a', message: 'second' }]);
      expect(threads[0]?.history.map(({ body }) => body)).toEqual(['first', 'answer']);
    });

    test('test cases are stored up to their maximum number, for existing profiles', async () => {
      const { store } = await openWorkspaces(harness);
      const given = {
        ...place,
        name: 'Shipping',
        message: 'do you ship?',
        history: '[]',
        expected: '{"riskLevel":"safe"}',
        by: 'Ada',
      };
      const made = await store.saveTestCase({ ...given, caseId: 'c1', max: 1 });
      const { workspaceId: _, ...record } = given;
      expect(made).toMatchObject({ ...record, caseId: 'c1' });
      expect(await store.saveTestCase({ ...given, caseId: 'c2', max: 1 })).toBeNull();
      expect(await store.saveTestCase({ ...given, profileId: 'prof_nobody', caseId: 'c2', max: 9 })).toBeNull();
      expect(await store.listTestCases({ workspaceId: 'ws_aurora' })).toEqual([made]);
      expect(await store.removeTestCase({ workspaceId: 'ws_aurora', caseId: 'c1' })).toBe(true);
      expect(await store.removeTestCase({ workspaceId: 'ws_aurora', caseId: 'c1' })).toBe(false);
    });

    test('drafts are counted once by their decision, other replies by their source', async () => {
      const { store } = await openWorkspaces(harness, workspaceEntry({ conversations: [conversation('a')] }));
      await draft(store, 'conv_a');
      await draft(store, 'conv_a');
      const monthlyReplies = { creator: 9, studio: 9, agency: 9 };
      await store.recordUsage({ workspaceId: 'ws_aurora', source: 'inbox', externalId: 'm1', monthlyReplies });
      await store.recordUsage({ workspaceId: 'ws_aurora', source: 'inbox', externalId: 'm1', monthlyReplies });
      const { counts, now } = await store.activity({ workspaceId: 'ws_aurora', days: 7 });
      const day = new Date(now).toISOString().slice(0, 10);
      expect(counts).toEqual([
        { day, source: 'api', intent: 'shipping', riskLevel: 'safe', count: 1 },
        { day, source: 'inbox', intent: '', riskLevel: '', count: 1 },
      ]);
    });

    test('the pulse of a workspace changes with the part that changed, and only there', async () => {
      const { store } = await openWorkspaces(harness, workspaceEntry({ conversations: [conversation('a')] }));
      const pulse = () => store.pulse({ workspaceId: 'ws_aurora' });
      const still = await pulse();
      expect(await pulse()).toEqual(still);
      await handOff(store, 'conv_a', 'normal');
      const handed = await pulse();
      expect([
        handed.review === still.review,
        handed.deliveries === still.deliveries,
        handed.persona === still.persona,
      ]).toEqual([false, false, true]);
      await store.setConversationState({ workspaceId: 'ws_aurora', conversationId: 'conv_a', action: 'resolve' });
      expect((await pulse()).review).not.toBe(handed.review);
      await store.saveDraft({ ...place, version: 0, draft: {}, baseRevision: 'r', unpublished: 1, change: change() });
      expect((await pulse()).persona).not.toBe(handed.persona);
    });

    test('a workspace read on its own equals its entry in the list of all', async () => {
      const { store } = await openWorkspaces(harness, workspaceEntry(), workspaceEntry({ id: 'ws_borealis' }));
      const all = await store.listWorkspaces();
      expect(await store.workspace({ workspaceId: 'ws_borealis' })).toEqual(all[1]);
      expect(await store.workspace({ workspaceId: 'ws_nowhere' })).toBeNull();
    });
  });
}

function change(action: NewChange['action'] = 'about', title = 'About'): NewChange {
  const what = { action, itemKind: null, itemId: null, title, conversationId: null };
  return { accountId: 'acc_1', by: 'Ada', ...what, before: null, after: '{"about":"x"}' };
}

function conversation(name: string) {
  return conversationDocument({
    id: `conv_${name}`,
    messages: [inbound(`hello from ${name}`, '2026-01-01T00:00:00Z')],
  });
}

async function handOff(store: Store, conversationId: string, urgency: 'normal' | 'urgent'): Promise<void> {
  const write = handoffWrite({ conversationId, idempotencyKey: `handoff-${conversationId}` });
  await store.admitHandoff(write);
  const settlement = handoffSettlement(write);
  const verdict = { ...settlement.verdict, urgency };
  await store.settleHandoff({ ...settlement, conversationId, notificationId: `ntf_${conversationId}`, verdict });
}

/** Admits and settles the same draft each time, so a repeat is a replay. */
async function draft(store: Store, conversationId: string): Promise<void> {
  const write = draftWrite({ conversationId, idempotencyKey: 'draft-one', retentionMs: 60_000 });
  const admitted = await store.admitDraft(write);
  if (admitted.outcome !== 'admitted') return;
  const { workspaceId, idempotencyKey, leaseToken } = write;
  await store.settleDraft({
    workspaceId,
    operation: 'draft',
    idempotencyKey,
    leaseToken,
    response: '{"a":1}',
    trace: '{"t":1}',
    retentionMs: 60_000,
    tally: { intent: 'shipping', riskLevel: 'safe' },
  });
}
