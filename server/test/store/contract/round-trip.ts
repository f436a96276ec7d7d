import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MessageDocument } from '../../../src/domain/conversation.ts';
import type { ConversationDocument, WorkspaceEntry } from '../../../src/domain/workspace-document.ts';
import type { StoreHarness } from '../../support/store-harness.ts';
import { workspaceEntries } from './arbitrary-workspace.ts';
import { importEntries, openWorkspaces } from './open-workspaces.ts';
import { propertyRuns } from './property-runs.ts';
import { workspaceEntry } from './workspace-entry.ts';

export function describeRoundTrip(harness: StoreHarness): void {
  describe('export', { timeout: 600_000 }, () => {
    test('an imported document is exported completely, and importing the export again changes nothing', async () => {
      const { store } = await harness.openFresh();
      const { store: empty } = await harness.openFresh();
      let cases = 0;
      await fc.assert(
        fc.asyncProperty(workspaceEntries, async (generated) => {
          cases += 1;
          const entry = { ...generated, id: `ws_${cases}` };
          await importEntries(store, entry);
          const exported = await store.exportWorkspace({ workspaceId: entry.id });
          if (exported === null) throw new Error('nothing was exported');
          expect(meaningOf(exported)).toEqual(meaningOf(entry));

          const again = await importEntries(store, exported);
          for (const { created, updated } of [again.workspaces, again.profiles, again.conversations, again.messages]) {
            expect({ created, updated }).toEqual({ created: 0, updated: 0 });
          }
          expect(await store.exportWorkspace({ workspaceId: entry.id })).toEqual(exported);

          await importEntries(empty, exported);
          expect(await empty.exportWorkspace({ workspaceId: entry.id })).toEqual(exported);
        }),
        { numRuns: propertyRuns(30) },
      );
      console.info(`${harness.kind}: ${cases} generated documents went round`);
    });

    test('an export is plain JSON, without keys, secrets, notifications or usage', async () => {
      const { store } = await openWorkspaces(harness);
      const exported = await store.exportWorkspace({ workspaceId: 'ws_aurora' });
      expect(JSON.parse(JSON.stringify(exported))).toEqual(exported);
      expect(meaningOf(exported ?? workspaceEntry({ id: 'none' }))).toEqual(meaningOf(workspaceEntry()));
      const allowed = [
        'id',
        'name',
        'plan',
        'status',
        'monthlyReplies',
        'allowedOrigins',
        'notifications',
        'drafting',
        'profiles',
        'conversations',
      ];
      expect(allowed).toEqual(expect.arrayContaining(Object.keys(exported ?? {})));
    });

    test('a workspace that does not exist has no export', async () => {
      const { store } = await openWorkspaces(harness);
      expect(await store.exportWorkspace({ workspaceId: 'ws_nowhere' })).toBeNull();
    });

    test('every workspace is listed with its plan, status, settings and counts', async () => {
      const settings = { webhook: { url: 'https://hooks.example/in' } };
      const { store } = await openWorkspaces(harness, workspaceEntry({ monthlyReplies: 7, notifications: settings }), {
        id: 'ws_bare',
        name: 'Bare',
        plan: 'agency',
        status: 'inactive',
      });
      const listed = (await store.listWorkspaces()).toSorted((one, other) =>
        one.workspaceId.localeCompare(other.workspaceId),
      );
      expect(listed).toEqual([
        {
          workspaceId: 'ws_aurora',
          name: 'Aurora Lane Studio',
          plan: 'creator',
          status: 'active',
          monthlyReplies: 7,
          allowedOrigins: ['https://desk.aurora.example'],
          notifications: settings,
          usesModel: false,
          usesWording: false,
          profiles: 1,
          conversations: 1,
          createdAt: expect.any(Number),
        },
        {
          workspaceId: 'ws_bare',
          name: 'Bare',
          plan: 'agency',
          status: 'inactive',
          monthlyReplies: null,
          allowedOrigins: [],
          notifications: null,
          usesModel: false,
          usesWording: false,
          profiles: 0,
          conversations: 0,
          createdAt: expect.any(Number),
        },
      ]);
    });
  });
}

/**
 * Returns an entry with every default filled in and times as instants, so that two forms of the same content are equal.
 */
function meaningOf(entry: WorkspaceEntry): unknown {
  const { profiles = [], conversations = [], status = 'active', allowedOrigins = [], ...rest } = entry;
  return {
    ...rest,
    status,
    allowedOrigins,
    profiles: byId(
      profiles.map((profile) => ({ ...profile, status: profile.status ?? 'active', persona: profile.persona ?? {} })),
    ),
    conversations: byId(conversations.map(meaningOfConversation)),
  };
}

function meaningOfConversation({ messages = [], state = 'open', ...rest }: ConversationDocument) {
  const instants = messages.map((message: MessageDocument) => ({ ...message, sentAt: Date.parse(message.sentAt) }));
  return { ...rest, state, messages: instants.toSorted((one, other) => one.sentAt - other.sentAt) };
}

function byId<Item extends { readonly id: string }>(items: readonly Item[]): Item[] {
  return items.toSorted((one, other) => (one.id < other.id ? -1 : 1));
}
