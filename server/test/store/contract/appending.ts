import { describe, expect, test } from 'vitest';
import type { Store } from '../../../src/store/port.ts';
import type { AppendOutcome } from '../../../src/store/workspace-port.ts';
import type { StoreHarness } from '../../support/store-harness.ts';
import { append, message, noon } from './appended-message.ts';
import { openWorkspaces } from './open-workspaces.ts';
import { conversationDocument, inbound, workspaceEntry } from './workspace-entry.ts';

export function describeAppending(harness: StoreHarness): void {
  describe('appended messages', () => {
    test('they are answered one by one, in order, and are visible to every other process', async () => {
      const { store, openAt } = await openWorkspaces(
        harness,
        workspaceEntry({ conversations: [conversationDocument()] }),
      );
      const outcomes = await append(store, [
        message({ body: 'one' }),
        message({ conversationId: 'conv_unknown', body: 'lost' }),
        message({ conversationId: 'conv_new', profileId: 'prof_nobody', body: 'lost' }),
        message({
          conversationId: 'conv_new',
          profileId: 'prof_aurora',
          channel: 'sms',
          contact: { name: 'Bo' },
          body: 'first',
        }),
        message({ conversationId: 'conv_new', body: 'second', sentAt: noon + 1 }),
        message({ body: 'one' }),
        message({ body: 'two', sentAt: noon + 1, direction: 'outbound', senderType: 'creator' }),
      ]);
      expect(outcomes).toEqual([
        'appended',
        'conversation_not_found',
        'profile_not_found',
        'appended',
        'appended',
        'duplicate',
        'appended',
      ]);
      const entry = await (await openAt(0)).exportWorkspace({ workspaceId: 'ws_aurora' });
      const found = entry?.conversations?.find(({ id }) => id === 'conv_new');
      expect(found).toMatchObject({ profileId: 'prof_aurora', channel: 'sms', contact: { name: 'Bo' } });
      expect(found?.messages?.map(({ body }) => body)).toEqual(['first', 'second']);
      expect(entry?.conversations?.map(({ id }) => id).toSorted()).toEqual(['conv_maya', 'conv_new']);
      const maya = entry?.conversations?.find(({ id }) => id === 'conv_maya');
      expect(maya?.messages?.map(({ body, direction, senderType }) => [body, direction, senderType])).toEqual([
        ['one', 'inbound', 'contact'],
        ['two', 'outbound', 'creator'],
      ]);
    });

    test('a message is identified by its id', async () => {
      const { store } = await openWorkspaces(harness, workspaceEntry({ conversations: [conversationDocument()] }));
      const known = message({ messageId: 'm-1', body: 'as it was' });
      expect(await append(store, [known, known])).toEqual(['appended', 'duplicate']);
      expect(await append(store, [{ ...known, body: 'rewritten', sentAt: noon + 5 }])).toEqual(['duplicate']);
      expect(await append(store, [{ ...known, messageId: 'm-2' }])).toEqual(['appended']);
      expect(await append(store, [{ ...known, conversationId: 'conv_two', profileId: 'prof_aurora' }])).toEqual([
        'appended',
      ]);
      expect(await bodiesOf(store)).toEqual(['as it was', 'as it was']);
    });

    test('a message without an id is identified by its time, direction and body together', async () => {
      const { store } = await openWorkspaces(harness, workspaceEntry({ conversations: [conversationDocument()] }));
      const plain = message({ body: 'hello' });
      const outcomes = await append(store, [
        plain,
        { ...plain, sentAt: noon + 1 },
        { ...plain, direction: 'outbound' },
        { ...plain, body: 'hello ' },
        { ...plain, body: 'Hello' },
        { ...plain, senderType: 'someone else' },
      ]);
      expect(outcomes).toEqual(['appended', 'appended', 'appended', 'appended', 'appended', 'duplicate']);
      expect(await append(store, [plain])).toEqual(['duplicate']);
      expect(await bodiesOf(store)).toHaveLength(5);
    });

    test('an imported message is a duplicate when it is appended, and vice versa', async () => {
      const messages = [
        inbound('by id', '2026-04-01T12:00:00Z', 'm-1'),
        inbound('by content', '2026-04-01T12:00:00.000Z'),
      ];
      const { store } = await openWorkspaces(
        harness,
        workspaceEntry({ conversations: [conversationDocument({ messages })] }),
      );
      const appended = [message({ messageId: 'm-1', body: 'by id' }), message({ body: 'by content' })];
      expect(await append(store, appended)).toEqual(['duplicate', 'duplicate']);
      await append(store, [message({ body: 'fed first' }), message({ messageId: 'm-2', body: 'fed too' })]);
      const again = [inbound('fed first', '2026-04-01T12:00:00Z'), inbound('fed too', '2026-04-01T12:00:00Z', 'm-2')];
      const document = { workspaces: [workspaceEntry({ conversations: [conversationDocument({ messages: again })] })] };
      const summary = await store.importDocument(document, { forceState: false, dryRun: false });
      expect(summary.messages).toEqual({ created: 0, updated: 0, unchanged: 2 });
      expect(await bodiesOf(store)).toHaveLength(4);
    });

    test('many feeds of one conversation through two processes store every message once', async () => {
      const { store, openAt } = await openWorkspaces(harness, workspaceEntry({ conversations: [] }));
      const handles = [store, await openAt(0)];
      const outcomes = await Promise.all(
        Array.from({ length: 40 }, (_, index) => {
          const body = `message ${index % 20}`;
          const fed = message({
            conversationId: 'conv_fed',
            profileId: 'prof_aurora',
            body,
            sentAt: noon + (index % 20),
          });
          return append(handles[index % 2] ?? store, [fed, { ...fed, body: `${body} again` }]);
        }),
      );
      const count = (outcome: AppendOutcome) => outcomes.flat().filter((each) => each === outcome).length;
      expect([count('appended'), count('duplicate')]).toEqual([40, 40]);
      const [summary] = await store.listConversations({ workspaceId: 'ws_aurora', state: null, limit: 10 });
      expect(summary).toMatchObject({ conversationId: 'conv_fed', messages: 40, lastMessageAt: noon + 19 });
    });

    test("a message without a time gets the store's time", async () => {
      const { openAt } = await openWorkspaces(harness, workspaceEntry({ conversations: [conversationDocument()] }));
      const store = await openAt(3_600_000);
      await append(store, [message({ sentAt: null, body: 'just now' })]);
      const [summary] = await store.listConversations({ workspaceId: 'ws_aurora', state: null, limit: 1 });
      expect(Math.abs((summary?.lastMessageAt ?? 0) - Date.now() - 3_600_000)).toBeLessThan(30_000);
    });
  });
}

async function bodiesOf(store: Store): Promise<string[] | undefined> {
  const entry = await store.exportWorkspace({ workspaceId: 'ws_aurora' });
  return entry?.conversations?.find(({ id }) => id === 'conv_maya')?.messages?.map(({ body }) => body);
}
