import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { Check, CheckWorld } from '../support/check.ts';
import { answer, question, received, sent } from '../support/events.ts';
import type { ApiAnswer, Inbox } from '../support/inbox.ts';

const ready = ['--quiet-seconds', '0', '--mode', 'ready'];

/** Checks who gets a text, and what ends an item. */
export const outboxChecks: readonly Check[] = [
  {
    number: 7,
    title: 'the echo of a claimed text marks its item as sent and locks nothing',
    runs: 'shared',
    async run({ open }) {
      const { inbox, item } = await openReady(open);
      assert.equal((await inbox.claim(item.id)).body.claim.text, answer);
      await inbox.take(sent('p1', answer));
      assert.deepEqual(await stateOf(inbox, item.id), 'sent');
      const [conversation] = await inbox.command('conversations', 'list');
      assert.equal(conversation.lockedUntil, null);
      assert.equal(conversation.messages, 3);
      return { state: 'sent', locked: false };
    },
  },
  {
    number: 8,
    title: 'a draft cannot be approved after a newer message',
    runs: 'shared',
    async run({ open }) {
      const inbox = await open({ connection: ['--quiet-seconds', '0'] });
      await inbox.take(received('m1', question));
      await inbox.until('the draft', async () => (await inbox.drafts()).length === 1);
      const [draft] = await inbox.drafts();
      await inbox.take(received('m2', 'forget it'));
      const stale = await inbox.attempt('drafts', 'approve', draft?.id ?? '');
      assert.equal(stale.code, 1);
      assert.match(stale.stderr, /draft_stale/);
      const { body } = await inbox.call('/api/v1/outbox?profileId=prof_aurora');
      assert.deepEqual(body.items, []);
      return { exitCode: stale.code, code: 'draft_stale' };
    },
  },
  {
    number: 9,
    title: 'if a price in a ready text has changed, the text is withdrawn when it is claimed',
    runs: 'shared',
    async run({ open }) {
      const { inbox, item } = await openReady(open, 'how much is the Moon mug?');
      const [profile] = (await inbox.command('export')).workspaces[0].profiles;
      const offers = [{ id: 'o_mug', name: 'Moon mug', text: 'The Moon mug is €44 and holds 350 ml.', price: '€44' }];
      await inbox.change({ profiles: [{ ...profile, persona: { ...profile.persona, offers } }] });
      const claimed = await inbox.claim(item.id);
      assert.deepEqual([claimed.status, claimed.body.error], [409, 'outbox_withdrawn']);
      assert.equal(await stateOf(inbox, item.id), 'withdrawn');
      return { status: claimed.status, code: claimed.body.error };
    },
  },
  {
    number: 10,
    title: 'if 50 senders claim one item, only one gets the text, and the same key gets the same text again',
    runs: 'shared',
    async run({ open }) {
      const { inbox, item } = await openReady(open);
      const keys = Array.from({ length: 50 }, (_, at) => `claim-${at}-of-fifty`);
      const answers = await Promise.all(keys.map((key) => inbox.claim(item.id, key)));
      const won = answers.filter(({ status }) => status === 200);
      assert.equal(won.length, 1);
      assert.deepEqual(new Set(refusalsOf(answers)), new Set(['outbox_claimed']));
      const again = await inbox.claim(item.id, keys[answers.findIndex(({ status }) => status === 200)]);
      assert.deepEqual(again, { ...won[0], isReplay: true });
      return { claimers: keys.length, texts: won.length, replays: 1 };
    },
  },
  {
    number: 11,
    title: 'if a sender dies after its claim, the text becomes uncertain and is not offered again',
    runs: 'shared',
    async run({ open }) {
      const { inbox, item } = await openReady(open);
      const claimed = await inbox.claim(item.id, 'claim-of-the-dead');
      assert.equal(claimed.status, 200);
      await inbox.until('uncertain', async () => (await stateOf(inbox, item.id)) === 'uncertain');
      const offered = await inbox.call('/api/v1/outbox?profileId=prof_aurora');
      assert.deepEqual(offered.body.items, []);
      const other = await inbox.claim(item.id);
      assert.deepEqual([other.status, other.body.error], [409, 'outbox_ended']);
      assert.equal((await inbox.claim(item.id, 'claim-of-the-dead')).isReplay, true);
      await delay(1_000);
      assert.equal(await stateOf(inbox, item.id), 'uncertain');
      const [draft] = await inbox.command('drafts', 'list');
      const settled = await inbox.command('drafts', 'settle', item.id, '--outcome', 'sent');
      assert.deepEqual(settled, { id: draft.id, state: 'sent', outboxId: item.id });
      return { state: 'uncertain', offered: 0, settledBy: 'creator' };
    },
  },
];

/** Opens a connection whose safe drafts are queued, and returns it with the item of its first draft. */
async function openReady(open: CheckWorld['open'], asked = question) {
  const inbox = await open({ connection: ready });
  await inbox.take(sent('b1', 'Welcome!', 't1', { sender: 'machine' }), received('m1', asked));
  return { inbox, item: await inbox.readyItem() };
}

async function stateOf(inbox: Inbox, outboxId: string): Promise<string> {
  const { body } = await inbox.call('/api/v1/outbox?profileId=prof_aurora&after=c0');
  return body.items.find(({ id }: { id: string }) => id === outboxId)?.state;
}

function refusalsOf(answers: readonly ApiAnswer[]): string[] {
  return answers.filter(({ status }) => status !== 200).map(({ body }) => body.error);
}
