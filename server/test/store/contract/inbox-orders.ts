import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { InboxEvent } from '../../../src/domain/inbox/event.ts';
import type { Store } from '../../../src/store/port.ts';
import type { StoreHarness } from '../../support/store-harness.ts';
import {
  active,
  connect,
  deleted,
  edited,
  held,
  monthlyReplies,
  received,
  sent,
  settle,
  take,
  workspaceId,
} from './inbox-steps.ts';
import { openWorkspaces } from './open-workspaces.ts';
import { propertyRuns } from './property-runs.ts';
import { workspaceEntry } from './workspace-entry.ts';

/**
 * A message in a thread as its provider knows it. No two messages have the same time, so every order of arrival must
 * lead to the same result.
 */
interface Said {
  readonly at: number;
  readonly by: 'fan' | 'machine' | 'creator';
  readonly edits: readonly number[];
  readonly isDeleted: boolean;
}

const said = (by: readonly Said['by'][]): fc.Arbitrary<Said[]> =>
  fc.uniqueArray(
    fc.record({
      at: fc.integer({ min: 1, max: 900 }),
      by: fc.constantFrom(...by),
      edits: fc.uniqueArray(fc.integer({ min: 1_000, max: 1_200 }), { maxLength: 2 }),
      isDeleted: fc.boolean().chain((isDeleted) => (isDeleted ? fc.boolean() : fc.constant(false))),
    }),
    { minLength: 1, maxLength: 8, selector: ({ at }) => at },
  );

function eventsOf(messages: readonly Said[]): InboxEvent[] {
  return messages.flatMap(({ at, by, edits, isDeleted }) => {
    const id = `m${at}`;
    const message =
      by === 'fan'
        ? received(id, `said at ${at}`, at, 't1')
        : sent(id, `said at ${at}`, at, { sender: by === 'machine' ? 'machine' : 'human' });
    return [
      message,
      ...edits.map((when) => edited(id, `edited at ${when}`, when)),
      ...(isDeleted ? [deleted(id, 1_100)] : []),
    ];
  });
}

/** Returns a message's final text. The newest change wins, and a deletion wins over a change at the same time. */
function bodyOf({ at, edits, isDeleted }: Said): string {
  const last = Math.max(0, ...edits);
  if (isDeleted && last <= 1_100) return '';
  return last === 0 ? `said at ${at}` : `edited at ${last}`;
}

function unansweredIn(messages: readonly Said[]): string[] {
  const inOrder = [...messages].sort((one, other) => one.at - other.at);
  const last = inOrder.findLastIndex(({ by }) => by !== 'fan');
  return inOrder
    .slice(last + 1)
    .filter((message) => bodyOf(message) !== '')
    .map(({ at }) => `m${at}`);
}

/** Returns an arbitrary for orders of arrival, as from a provider that retries, delays and sends in batches. */
const arrivals = (of: fc.Arbitrary<Said[]>) =>
  of.chain((messages) => {
    const events = eventsOf(messages);
    return fc.record({
      messages: fc.constant(messages),
      order: fc.shuffledSubarray(events, { minLength: events.length }),
      repeated: fc.subarray(events),
      bunch: fc.integer({ min: 1, max: 6 }),
      pauses: fc.uniqueArray(fc.nat({ max: 20 }), { maxLength: 4 }),
    });
  });

/** Declares tests that the same events lead to the same result in every order of arrival. */
export function describeInboxOrders(harness: StoreHarness): void {
  const open = () => openWorkspaces(harness, workspaceEntry({ conversations: [] }));

  describe('connected inboxes: orders of events', { timeout: 600_000 }, () => {
    test('the same events in any order, repeated and in any batches, give the same thread, draft and charge', async () => {
      const { store } = await open();
      const property = fc.asyncProperty(
        arrivals(said(['fan', 'fan', 'fan', 'machine', 'creator'])),
        fc.boolean(),
        async ({ messages, order, repeated, bunch }, isCreatorActive) => {
          const before = await chargesOf(store);
          const inbox = await freshThread(store);
          const events = [...order, ...repeated, ...(isCreatorActive ? [active(randomUUID(), 950)] : [])];
          await deliver(events, bunch, inbox.take);
          const conversationId = await inbox.conversation();
          await settle(store, conversationId, { drafted: held });
          expect(await bodiesOf(store, conversationId)).toEqual(
            [...messages].sort((one, other) => one.at - other.at).map(bodyOf),
          );
          const isLocked = isCreatorActive || messages.some(({ by }) => by === 'creator');
          const expected = isLocked ? [] : unansweredIn(messages);
          const drafts = await draftsOf(store, conversationId);
          expect(drafts.map(({ messageIds }) => messageIds)).toEqual(expected.length === 0 ? [] : [expected]);
          expect((await chargesOf(store)) - before).toBe(drafts.length);
          const [conversation] = await store
            .listConversations({ workspaceId, state: null, limit: 1_000 })
            .then((all) => all.filter((each) => each.conversationId === conversationId));
          expect(conversation?.lockedUntil !== null).toBe(isLocked);
          await deliver(events, bunch, async (...again) => {
            expect(new Set(await inbox.take(...again))).toEqual(new Set(['duplicate']));
          });
          expect(await settle(store, conversationId)).toEqual({ outcome: 'idle' });
        },
      );
      await fc.assert(property, { numRuns: propertyRuns(30) });
    });

    test('whenever a thread is drafted between its events, every draft is one charge and the last one answers the open messages', async () => {
      const { store } = await open();
      const property = fc.asyncProperty(
        arrivals(said(['fan', 'fan', 'machine'])),
        async ({ messages, order, repeated, bunch, pauses }) => {
          const before = await chargesOf(store);
          const inbox = await freshThread(store);
          let bunches = 0;
          await deliver([...order, ...repeated], bunch, async (...events) => {
            await inbox.take(...events);
            bunches += 1;
            if (pauses.includes(bunches)) await settle(store, await inbox.conversation(), { drafted: held });
          });
          const last: Said = { at: 2_000, by: 'fan', edits: [], isDeleted: false };
          await inbox.take(...eventsOf([last]));
          const conversationId = await inbox.conversation();
          await settle(store, conversationId, { drafted: held });
          const drafts = await draftsOf(store, conversationId);
          expect((await chargesOf(store)) - before).toBe(drafts.length);
          const live = drafts.filter(({ state }) => state === 'waiting');
          expect(live.map(({ messageIds }) => messageIds)).toEqual([unansweredIn([...messages, last])]);
          expect(drafts.filter(({ state }) => state !== 'waiting' && state !== 'superseded')).toEqual([]);
        },
      );
      await fc.assert(property, { numRuns: propertyRuns(30) });
    });

    test('deliveries that arrive at the same time each get their own results, whatever the others contain', async () => {
      const { store } = await open();
      await connect(store);
      await take(store, received('m0', 'hi', 0));
      const deliver = (connectionId: string, events: InboxEvent[], retentionMs: number | null = null) =>
        store.inboxStep({ workspaceId, name: 'takeEvents', input: { connectionId, events, refused: [], retentionMs } });
      const threads = Array.from({ length: 40 }, (_, index) => `t${index % 5}`);
      const answers = await Promise.all([
        deliver('con_none', [received('m1', 'nobody listens', 1)]),
        deliver('con_ig', [received('old', 'older than is kept', -31 * 86_400)], 30 * 86_400_000),
        deliver('con_ig', []),
        ...threads.map((thread, index) =>
          deliver('con_ig', [
            received('m0', 'hi', 0),
            received(`n${index}`, `message ${index}`, index + 1, thread),
            received(`n${index}`, `message ${index}`, index + 1, thread),
          ]),
        ),
      ]);
      const outcomesOf = (answer: (typeof answers)[number]) =>
        answer.outcome === 'taken' ? answer.results.map(({ id, outcome }) => `${id}: ${outcome}`) : answer.outcome;
      expect(answers.map(outcomesOf)).toEqual([
        'connection_not_found',
        ['e_t1_old: refused'],
        [],
        ...threads.map((thread, index) => [
          'e_t1_m0: duplicate',
          `e_${thread}_n${index}: stored`,
          `e_${thread}_n${index}: duplicate`,
        ]),
      ]);
      const kept = await store.listConversations({ workspaceId, state: null, limit: 10 });
      expect(kept.map(({ messages }) => messages).sort()).toEqual([8, 8, 8, 8, 9]);
    });
  });
}

let opened = 0;

/** Creates a new connection, so that every case begins with an empty thread `t1`. */
async function freshThread(store: Store) {
  opened += 1;
  const connectionId = `con_${opened}`;
  await connect(store, { connectionId, mode: 'review' });
  return {
    async take(...events: InboxEvent[]) {
      const input = { connectionId, events, refused: [], retentionMs: null };
      const taken = await store.inboxStep({ workspaceId, name: 'takeEvents', input });
      if (taken.outcome !== 'taken') throw new Error(taken.outcome);
      return taken.results.map(({ outcome }) => outcome);
    },
    async conversation() {
      const all = await store.listConversations({ workspaceId, state: null, limit: 1_000 });
      const found = all.find((each) => each.connectionId === connectionId);
      if (found === undefined) throw new Error('the thread has no conversation');
      return found.conversationId;
    },
  };
}

async function deliver(
  events: readonly InboxEvent[],
  bunch: number,
  take: (...events: InboxEvent[]) => Promise<unknown>,
): Promise<void> {
  for (let first = 0; first < events.length; first += bunch) await take(...events.slice(first, first + bunch));
}

async function bodiesOf(store: Store, conversationId: string): Promise<string[]> {
  const thread = await store.thread({ workspaceId, conversationId, messages: 50 });
  return (thread?.thread ?? []).map(({ body }) => body);
}

async function draftsOf(store: Store, conversationId: string) {
  return (await store.listDrafts({ workspaceId, limit: 10_000 })).filter(
    (draft) => draft.conversationId === conversationId,
  );
}

async function chargesOf(store: Store): Promise<number> {
  return (await store.usage({ workspaceId, monthlyReplies }))?.bySource.inbox ?? 0;
}
