import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { openStore } from '../../../src/store/open-store.ts';
import { postHook } from '../../connections/support/signed.ts';
import { freePort, startService } from '../../support/service-process.ts';
import type { Check, Figures } from '../support/check.ts';
import { question, received, sent, type TestEvent } from '../support/events.ts';
import { openInbox } from '../support/inbox.ts';
import type { Place } from '../support/places.ts';
import { serviceEnv } from '../support/service-env.ts';

const senders = 6;
const perRequest = 5;

/** Checks that acknowledged writes survive kill -9. */
export const killCheck: Check = {
  number: 1,
  title:
    'when 10,000 events arrive and the service is killed 20 times, every acknowledged event is stored once, and every unit is counted',
  runs: 'alone',
  async run({ place, service }) {
    await service.stop();
    return killUnderEvents(place, { events: 10_000, kills: 20 });
  },
};

/**
 * Delivers events to a service that is killed repeatedly, repeats events without an answer, and then counts what is
 * stored.
 * @throws AssertionError if an acknowledged event is missing, one is stored twice, or drafts and units differ
 */
export async function killUnderEvents(
  place: Pick<Place, 'env' | 'location'>,
  count: { events: number; kills: number },
): Promise<Figures> {
  const threads = Math.min(400, count.events / 10);
  const port = String(await freePort());
  const start = () => startService({ ...serviceEnv, ...place.env, PORT: port }, { readyWithinMs: 180_000 });
  let service = await start();
  const url = service.url;
  const inbox = await openInbox(url, { ...serviceEnv, ...place.env }, { connection: ['--quiet-seconds', '0'] });
  const batches = Array.from({ length: count.events / perRequest }, (_, batch) =>
    Array.from({ length: perRequest }, (_, at) => eventOf(batch * perRequest + at, threads)),
  );
  const waiting = [...batches.entries()];
  let [acknowledged, repeated, kills, isUp] = [0, 0, 0, true];
  const send = async (events: readonly TestEvent[]): Promise<boolean> => {
    const answer = await postHook(inbox.hook, { events }, { secret: inbox.secret }).catch(() => null);
    if (answer !== null && answer.status < 500) assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer?.status === 200;
  };
  const sending = Array.from({ length: senders }, async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      for (let tries = 0; !(isUp && (await send(next[1]))); tries += 1) {
        if (tries === 1) repeated += 1;
        await delay(20);
      }
      acknowledged += perRequest;
    }
  });
  // The kills are spread over the first nine tenths of the events.
  const killing = (async () => {
    for (; kills < count.kills; kills += 1) {
      const from = ((kills + 0.5 + Math.random() * 0.4) * count.events * 0.9) / count.kills;
      while (acknowledged < from) await delay(5);
      isUp = false;
      await service.kill();
      service = await start();
      isUp = true;
    }
  })();
  try {
    await Promise.all([...sending, killing]);
    const again = await Promise.all(batches.slice(0, 200).map((events) => inbox.take(...events)));
    assert.deepEqual(new Set(again.flat()), new Set(['duplicate']));
    const store = await openStore(place.location, { role: 'tool' });
    try {
      const { workspaceId } = inbox;
      await inbox.until(
        'an end of drafting',
        async () => (await store.wakingThreads({ workspaceId, limit: 1 })).length === 0,
        120_000,
      );
      const limit = 1_000_000;
      const conversations = await store.listConversations({ workspaceId, state: null, limit });
      assert.equal(conversations.length, threads);
      const stored = conversations.reduce((sum, { messages }) => sum + messages, 0);
      assert.equal(stored, count.events);
      const drafts = await store.listDrafts({ workspaceId, limit });
      const units = await inbox.units();
      assert.equal(units, drafts.length);
      const drafted = new Set(drafts.map(({ conversationId }) => conversationId));
      const asked = conversations.filter(({ contact }) => contact !== null);
      const left = asked.filter(
        ({ conversationId, state }) => !drafted.has(conversationId) && state !== 'awaiting_owner',
      );
      assert.deepEqual(left, [], 'a thread was neither drafted nor put before the creator');
      return { events: count.events, kills, stored, repeatedRequests: repeated, drafts: drafts.length, units };
    } finally {
      await store.close();
    }
  } finally {
    isUp = true;
    await service.kill();
  }
}

function eventOf(index: number, threads: number): TestEvent {
  const thread = `t${index % threads}`;
  const isMachine = index % 10 === 9;
  return isMachine
    ? sent(`m${index}`, 'We got your message.', thread, { sender: 'machine' })
    : received(`m${index}`, question, thread);
}
