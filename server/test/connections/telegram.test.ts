import { expect, test } from 'vitest';
import { readUpdates } from '../../src/connectors/telegram/read.ts';
import { onOneStore } from '../cli/support/places.ts';
import { botToken } from './fake-provider.ts';
import { openKind } from './support/open-kind.ts';
import { openFakeTelegram } from './support/open-providers.ts';
import { businessConnection, deleted, edited, fromCreator, fromFan } from './support/telegram-updates.ts';

onOneStore('PostgreSQL', (fresh) => {
  test('Telegram is read only with read calls, rejected while the bot may reply, and bound by a code that the creator sent', {
    timeout: 400_000,
  }, async () => {
    const telegram = await openFakeTelegram();
    const env = { UNDERSTUDY_TELEGRAM_API_URL: telegram.url };
    const { connect, connection, messages, secretFile, eventually, command } = await openKind(fresh, env);
    const made = await connect('con_tg', 'telegram', secretFile('botToken', botToken));
    expect(made.stderr).toBe('');
    const { code, steps, state, account, replyWindowHours } = made.json();
    expect({ state, account, replyWindowHours }).toEqual({ state: 'setup', account: null, replyWindowHours: 24 });
    expect(steps.join('\n')).toContain(code);
    expect(made.stdout).not.toContain(botToken);

    telegram.deliver(businessConnection(true), fromFan(1, `hello ${code}`), fromCreator(2, `my code is ${code}`));
    const refused = await eventually(async () => {
      const now = await connection('con_tg');
      expect(now.problem?.code).toBe('may_reply');
      return now;
    });
    expect(refused).toMatchObject({ state: 'broken', account: '42', code: null });
    expect(refused.problem.message).toContain('Turn "Reply to messages" off');
    expect(await messages()).toEqual([]);

    telegram.deliver(businessConnection(false), fromFan(3, 'do you ship to Brazil?'), fromCreator(4, 'yes!'));
    await eventually(async () => expect(await messages()).toHaveLength(2));
    telegram.deliver(edited(3, 'do you ship to Peru?'), deleted(4), fromFan(5, '', { text: undefined, sticker: {} }));
    const all = await eventually(async () => {
      const found = await messages();
      expect(found).toHaveLength(3);
      return found;
    });
    expect(all.map(({ id, body, direction }) => [id, direction, body])).toEqual([
      ['3', 'inbound', 'do you ship to Peru?'],
      ['4', 'outbound', ''],
      ['5', 'inbound', ''],
    ]);
    expect(all[2]?.attachments).toEqual(['sticker']);
    expect(await connection('con_tg')).toMatchObject({ state: 'active', seesEcho: true, problem: null });
    const [conversation] = (await command('conversations', 'list')).json();
    expect(conversation).toMatchObject({ threadId: '77', contact: { name: 'Maya Reyes', handle: '@maya' } });

    expect(telegram.violations).toEqual([]);
    expect(new Set(telegram.calls)).toEqual(new Set(['GET getMe', 'GET getWebhookInfo', 'GET getUpdates']));
  });

  test('a rejected token breaks the connection and is not tried again; a new token restores it, and nothing is lost', {
    timeout: 400_000,
  }, async () => {
    const telegram = await openFakeTelegram();
    telegram.isTokenRefused = true;
    telegram.deliver(businessConnection(false));
    const env = { UNDERSTUDY_TELEGRAM_API_URL: telegram.url };
    const { connect, connection, messages, secretFile, eventually, command } = await openKind(fresh, env);
    const { code } = (await connect('con_tg', 'telegram', secretFile('botToken', botToken))).json();
    await eventually(async () => expect((await connection('con_tg')).problem?.code).toBe('token_refused'));
    expect((await connection('con_tg')).state).toBe('broken');
    const calls = telegram.calls.length;
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    expect(telegram.calls.length).toBe(calls);

    telegram.isTokenRefused = false;
    telegram.deliver(fromCreator(1, code), fromFan(2, 'hello'));
    const configured = await command('connections', 'configure', 'con_tg', secretFile('botToken', botToken));
    expect(configured.stderr).toBe('');
    await eventually(async () => expect(await messages()).toHaveLength(2));
    expect((await connection('con_tg')).problem).toBe(null);
    expect(telegram.violations).toEqual([]);
  });

  test('a pushed update counts only with the secret token, and an account unknown to the receiver stores nothing', {
    timeout: 400_000,
  }, async () => {
    const { connect, messages, url } = await openKind(fresh);
    const made = (await connect('con_push', 'telegram', '--transport', 'push')).json();
    expect(made.steps.join('\n')).toContain(`secret_token=${made.secrets.secretToken}`);
    const post = async (update: object, secret: string | null) => {
      const response = await fetch(made.receiverUrl, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(secret !== null && { 'x-telegram-bot-api-secret-token': secret }),
        },
        body: JSON.stringify({ update_id: Math.floor(Math.random() * 1e9), ...update }),
      });
      // biome-ignore lint/suspicious/noExplicitAny: the tests say what they expect of it
      const body: any = await response.json();
      return { status: response.status, body };
    };
    const token = made.secrets.secretToken;
    for (const wrong of [null, 'x', `${token}x`]) {
      expect(await post(fromFan(1, 'hello'), wrong)).toMatchObject({
        status: 401,
        body: { error: 'hook_signature_invalid' },
      });
    }
    expect(await post(businessConnection(false), token)).toEqual({ status: 200, body: { ok: true, results: [] } });
    // A code that a fan sends proves nothing.
    expect(await post(fromFan(2, made.code), token)).toEqual({ status: 200, body: { ok: true, results: [] } });
    expect(await messages()).toEqual([]);
    expect((await post(fromCreator(3, made.code), token)).body.results).toMatchObject([{ outcome: 'stored' }]);
    expect((await post(fromFan(4, 'hello'), token)).body.results).toMatchObject([{ outcome: 'stored' }]);
    expect((await messages()).map(({ id }) => id)).toEqual(['3', '4']);
    expect(url).toMatch(/^http/);
  });
});

test('a call that is not a read call is recorded as a violation', async () => {
  const telegram = await openFakeTelegram();
  await fetch(`${telegram.url}/bot${botToken}/sendMessage`, { method: 'POST', body: '{}' });
  expect(telegram.violations).toEqual(['POST sendMessage']);
});

test('messages of a business connection with unknown rights are rejected with the reason', () => {
  const { events, accounts } = readUpdates([{ update_id: 1, ...fromCreator(1, 'hi') }], {}, Date.now());
  expect(events).toMatchObject([{ accountId: '42', refusedFor: 'rights_unknown' }]);
  expect(accounts).toEqual([{ accountId: '42', problem: 'rights_unknown' }]);
});

test("away and greeting messages, and those of a bot, do not count as the creator's", () => {
  const updates = [
    businessConnection(false),
    fromCreator(1, 'I am away', { is_from_offline: true }),
    fromCreator(2, 'hi'),
  ];
  const { events } = readUpdates(
    updates.map((update, index) => ({ update_id: index, ...update })),
    {},
    Date.now(),
  );
  expect(events.map(({ event }) => event['sender'])).toEqual(['machine', undefined]);
});

test('updates of any form are read without an exception, and unreadable ones are named only by their path', () => {
  const strange = [
    null,
    7,
    'x',
    {},
    { update_id: 1, business_message: 5 },
    { update_id: 2, business_message: { chat: [] } },
  ];
  const { events, unreadable } = readUpdates(strange, {}, Date.now());
  expect(events).toEqual([]);
  expect(unreadable).toEqual(['[0]', '[1]', '[2]', '[3]', '[4].business_message', '[5].business_message']);
});
