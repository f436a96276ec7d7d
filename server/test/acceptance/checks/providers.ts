import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { type FakeTelegram, startFakeTelegram } from '../../connections/fake-provider.ts';
import { pushKinds, type SignedCall } from '../../connections/support/push-kinds.ts';
import { businessConnection, fromCreator, fromFan } from '../../connections/support/telegram-updates.ts';
import type { Check } from '../support/check.ts';
import type { Inbox } from '../support/inbox.ts';
import { connectionOf, connectKind, connectTelegram, conversationsOf } from '../support/providers.ts';

/** Checks the owner of the account, the bot's rights, and which of several processes polls. */
export const providerChecks: readonly Check[] = [
  {
    number: 16,
    title:
      'a code binds nothing if a fan sends it, but binds the account if the account itself sends it, for every kind with a code',
    runs: 'alone',
    async run({ service, serve }) {
      await service.stop();
      const telegram = await startFakeTelegram();
      try {
        const inbox = await (await serve({ UNDERSTUDY_TELEGRAM_API_URL: telegram.url })).open();
        const { code } = await connectTelegram(inbox);
        telegram.deliver(businessConnection(false), fromFan(1, code), fromFan(2, `my code is ${code}`));
        await inbox.until('both were read', async () => isRead(telegram, 1_003));
        await assertUnbound(inbox, 'con_tg');
        telegram.deliver(fromCreator(3, code));
        await inbox.until('the account', async () => (await connectionOf(inbox, 'con_tg')).account === '42');
        const kinds = ['telegram'];
        for (const [name, kind] of Object.entries(pushKinds)) {
          const options = kind.fields ?? [];
          const made = await connectKind(inbox, `con_${name}`, kind.kind, { options, secrets: kind.secrets ?? {} });
          if (made.code === null || kind.fromCreator === null) continue;
          assert.deepEqual(await call(made.receiverUrl, kind.fromFan(made.code, made)), [], name);
          await assertUnbound(inbox, `con_${name}`);
          assert.deepEqual(await call(made.receiverUrl, kind.fromCreator(made.code, made)), ['stored'], name);
          assert.notEqual((await connectionOf(inbox, `con_${name}`)).account, null, name);
          kinds.push(name);
        }
        assert.ok(kinds.length >= 4, `only ${kinds.join(', ')} have a code`);
        return { kinds: kinds.join(' '), boundByFan: 0, boundByAccount: kinds.length };
      } finally {
        await telegram.stop();
      }
    },
  },
  {
    number: 18,
    title:
      'while the bot may reply, the connection is rejected with the reason, and nothing is stored; without this right, the connection works',
    runs: 'alone',
    async run({ service, serve }) {
      await service.stop();
      const telegram = await startFakeTelegram();
      try {
        const inbox = await (await serve({ UNDERSTUDY_TELEGRAM_API_URL: telegram.url })).open();
        const { code } = await connectTelegram(inbox);
        telegram.deliver(businessConnection(true), fromCreator(1, code), fromFan(2, 'do you ship to Brazil?'));
        await inbox.until('the refusal', async () => (await connectionOf(inbox, 'con_tg')).problem !== null);
        const { state, problem } = await connectionOf(inbox, 'con_tg');
        assert.equal(state, 'broken');
        assert.equal(problem?.code, 'may_reply');
        assert.match(problem.message, /Turn "Reply to messages" off/);
        await delay(2_000);
        assert.deepEqual(await conversationsOf(inbox, 'con_tg'), []);
        telegram.deliver(businessConnection(false), fromFan(3, 'do you ship to Peru?'));
        await inbox.until('the message', async () => (await conversationsOf(inbox, 'con_tg')).length === 1);
        assert.equal((await connectionOf(inbox, 'con_tg')).problem, null);
        return { problem: problem.code, storedMeanwhile: 0 };
      } finally {
        await telegram.stop();
      }
    },
  },
  {
    number: 19,
    title:
      'only one of two processes polls at a time, so neither gets a 409; after a kill, the other one polls within 60 seconds',
    runs: 'alone',
    async run({ place, service, serve }) {
      await service.stop();
      const telegram = await startFakeTelegram();
      try {
        const start = (name: string) => serve({ UNDERSTUDY_TELEGRAM_API_URL: `${telegram.url}${name}` });
        const first = await start('/one');
        // Only one process can serve a data folder, so the second one starts after the kill, as a supervisor would
        // start it.
        const isShared = place.location.kind === 'postgres';
        const second = isShared ? await start('/two') : null;
        if (!isShared) await assert.rejects(start('/two'), /is using the data folder/);
        const inbox = await first.open();
        const { code } = await connectTelegram(inbox);
        telegram.deliver(businessConnection(false), fromCreator(1, code));
        for (let id = 2; id <= 12; id += 1) {
          telegram.deliver(fromFan(id, 'hello'));
          await delay(1_000);
        }
        assert.deepEqual(telegram.violations, []);
        assert.equal(telegram.polledAt.size, 1, 'one process asked');
        const [holder] = telegram.polledAt.keys();
        await (holder === '/two' && second !== null ? second : first).service.kill();
        const at = performance.now();
        telegram.deliver(fromFan(13, 'are you there?'));
        const heir = isShared ? (holder === '/two' ? '/one' : '/two') : '/three';
        if (!isShared) await start('/three');
        const left = await watch(telegram, heir, at);
        assert.ok(left < 60, `the other process asked after ${left} seconds`);
        const count = async () => (await conversationsOf(inbox, 'con_tg'))[0]?.messages;
        await inbox.until('the message that came meanwhile', async () => (await count()) === 13);
        assert.deepEqual(telegram.violations, []);
        return { conflicts: 0, movedAfterSeconds: Math.round(left), messages: 13 };
      } finally {
        await telegram.stop();
      }
    },
  },
];

/** Returns true if Telegram got an acknowledgement of every update before `next`. */
function isRead({ offsets }: FakeTelegram, next: number): boolean {
  return offsets.some((offset) => offset >= next);
}

async function assertUnbound(inbox: Inbox, id: string): Promise<void> {
  const { account, code } = await connectionOf(inbox, id);
  assert.equal(account, null, `${id} is bound`);
  assert.notEqual(code, null, `${id} has no code any more`);
}

async function call(url: string, { body, headers }: SignedCall): Promise<string[]> {
  const response = await fetch(url, { method: 'POST', body, headers });
  assert.equal(response.status, 200);
  // The service answers every request with its envelope.
  const { results } = (await response.json()) as { results: { outcome: string }[] };
  return results.map(({ outcome }) => outcome);
}

/** Returns the number of seconds until a reader polls. @throws AssertionError after 90 seconds */
async function watch(telegram: FakeTelegram, reader: string, since: number): Promise<number> {
  for (;;) {
    const at = telegram.polledAt.get(reader);
    if (at !== undefined && at > since) return (at - since) / 1_000;
    assert.ok(performance.now() - since < 90_000, 'the other process does not ask');
    await delay(100);
  }
}
