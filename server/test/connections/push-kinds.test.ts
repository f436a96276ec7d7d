import { expect, test } from 'vitest';
import { readChatwoot } from '../../src/connectors/chatwoot/read.ts';
import { readMessaging } from '../../src/connectors/meta/read-messaging.ts';
import { readWhatsapp } from '../../src/connectors/meta/read-whatsapp.ts';
import { connectionKinds, kinds } from '../../src/domain/inbox/kinds/kinds.ts';
import { onOneStore } from '../cli/support/places.ts';
import { openKind } from './support/open-kind.ts';
import { pushKinds, type SignedCall } from './support/push-kinds.ts';

async function post(url: string, { body, headers }: SignedCall) {
  const response = await fetch(url, { method: 'POST', body, headers });
  const text = await response.text();
  // biome-ignore lint/suspicious/noExplicitAny: the tests say what they expect of it
  const answer: any = text === '' ? null : JSON.parse(text);
  return {
    status: response.status,
    outcomes: answer?.results?.map(({ outcome }: { outcome: string }) => outcome),
    answer,
  };
}

onOneStore('PostgreSQL', (fresh) => {
  test('every push kind accepts what its provider signed, once, and nothing else', {
    timeout: 400_000,
  }, async () => {
    const { connect, command, messages, secretFile } = await openKind(fresh, {
      UNDERSTUDY_FAILED_AUTHENTICATIONS_PER_MINUTE: '1000',
    });
    for (const [name, each] of Object.entries(pushKinds)) {
      const files = Object.entries(each.secrets ?? {}).map(([field, secret]) => secretFile(field, secret));
      const created = await connect(`con_${name}`, each.kind, ...(each.fields ?? []), ...files);
      expect(created.stderr, name).toBe('');
      const made = created.json();
      const url = made.receiverUrl;
      for (const secret of Object.values(each.secrets ?? {})) expect(created.stdout).not.toContain(secret);

      const good = each.fromFan('do you ship to Brazil?', made);
      const refused = [
        each.fromFan('hello', made, 'another secret'),
        { ...good, headers: { 'content-type': good.headers['content-type'] ?? '' } },
        ...(name === 'postmark' || name === 'mailgun' ? [] : [{ ...good, body: `${good.body} ` }]),
      ].filter((call) => name !== 'mailgun' || call.body !== good.body);
      for (const call of refused) expect((await post(url, call)).status, name).toBe(401);

      if (made.code !== null) {
        // A code that someone sends to the account proves nothing. A code that the account sends proves who owns it.
        expect((await post(url, each.fromFan(made.code, made))).outcomes, name).toEqual([]);
        expect((await post(url, good)).outcomes, name).toEqual([]);
        if (each.fromCreator !== null)
          expect((await post(url, each.fromCreator(`code ${made.code}`, made))).outcomes, name).toEqual(['stored']);
      } else if (each.fromCreator !== null) {
        expect((await post(url, each.fromCreator('hi, it is me', made))).outcomes, name).toEqual(['stored']);
      }
      expect((await post(url, good)).outcomes, name).toEqual(['stored']);
      expect((await post(url, good)).outcomes, name).toEqual(['duplicate']);
    }
    const bodies = (await messages()).filter(({ direction }) => direction === 'inbound').map(({ body }) => body);
    expect(bodies).toEqual(Object.keys(pushKinds).map(() => 'do you ship to Brazil?'));
    const listed = (await command('connections', 'list')).json();
    for (const [name, { fromCreator }] of Object.entries(pushKinds)) {
      const one = listed.find(({ id }: { id: string }) => id === `con_${name}`);
      expect(one, name).toMatchObject({ state: 'active', code: null, problem: null, seesEcho: fromCreator !== null });
    }
  });

  test('Meta gets its challenge back only for the verify token, and no other kind answers a GET', {
    timeout: 400_000,
  }, async () => {
    const { connect, secretFile } = await openKind(fresh);
    const app = secretFile('appSecret', 'f00dfeedf00dfeedf00dfeedf00dfeed');
    const { receiverUrl, secrets } = (await connect('con_ig', 'instagram', app)).json();
    const ask = async (url: string, token: string, challenge: string) => {
      const query = new URLSearchParams({
        'hub.mode': 'subscribe',
        'hub.verify_token': token,
        'hub.challenge': challenge,
      });
      const response = await fetch(`${url}?${query}`);
      return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
    };
    expect(await ask(receiverUrl, secrets.verifyToken, '1158201444')).toEqual({
      status: 200,
      type: 'text/plain; charset=utf-8',
      text: '1158201444',
    });
    expect((await ask(receiverUrl, 'wrong', '1158201444')).status).toBe(401);
    expect((await ask(receiverUrl, secrets.verifyToken, '<script>')).status).toBe(401);
    const generic = (await connect('con_any', 'generic')).json();
    expect((await ask(generic.receiverUrl, 'x', '1')).status).toBe(405);
  });

  test("an operator's receiver delivers each account to its own connection, and drops the others", {
    timeout: 400_000,
  }, async () => {
    const { connect, inside, messages, secretFile, run } = await openKind(fresh);
    const app = secretFile('appSecret', 'f00dfeedf00dfeedf00dfeedf00dfeed');
    const made = JSON.parse((await run('receivers', 'create', '--kind', 'messenger', app, '--json')).stdout);
    expect(made).toMatchObject({ kind: 'messenger', workspaceId: null, connections: 0 });
    const { code } = (await connect('con_page', 'messenger', `--receiver=${made.receiverId}`)).json();
    const messenger = pushKinds['messenger'];
    if (messenger?.fromCreator == null) throw new Error('Messenger tells of what the creator sent');
    expect((await post(made.receiverUrl, messenger.fromFan('hi', made))).outcomes).toEqual([]);
    expect((await post(made.receiverUrl, messenger.fromCreator(code, made))).outcomes).toEqual(['stored']);
    expect((await post(made.receiverUrl, messenger.fromFan('hi again', made))).outcomes).toEqual(['stored']);
    expect((await messages()).map(({ body }) => body)).toEqual([code, 'hi again']);
    const [listed] = JSON.parse((await run('receivers', 'list', '--json')).stdout);
    expect(listed).toMatchObject({ receiverId: made.receiverId, connections: 1, dropped: 1 });
    expect(inside.UNDERSTUDY_PUBLIC_URL).toMatch(/^http/);
  });
});

test('every kind has its own documentation page, and steps that name only values of the connection', () => {
  for (const kind of connectionKinds) {
    const { transports, fields, page } = kinds[kind];
    expect(page).toMatch(/^docs\/connections\/[A-Za-z]+\.md$/);
    const known = new Set(['receiverUrl', 'code', ...fields.map(({ name }) => name)]);
    for (const { steps } of transports) {
      const named = steps.flatMap((step) => [...step.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
      expect(named.filter((name) => !known.has(name ?? ''))).toEqual([]);
    }
  }
});

test('payloads of any form are read without an exception', () => {
  const strange: unknown[] = [null, 7, [], {}, { entry: 5 }, { entry: [null, { id: {}, messaging: [5, null, {}] }] }];
  for (const payload of strange) {
    for (const object of ['page', 'instagram'] as const)
      expect(readMessaging(typeof payload === 'object' ? { object, ...payload } : payload, object).events).toEqual([]);
    expect(readWhatsapp(payload).events).toEqual([]);
    expect(readChatwoot(payload, null, 0).events).toEqual([]);
  }
});

test('a deletion, an edit, a story and an unsupported message of Meta are parsed as such', () => {
  const head = { sender: { id: '77' }, recipient: { id: '1700' }, timestamp: 1_795_338_000_000 };
  const items = [
    { ...head, message: { mid: 'm1', is_deleted: true } },
    { ...head, message_edit: { mid: 'm2', text: 'better', num_edit: 1 } },
    { ...head, message: { mid: 'm3', text: 'wow', reply_to: { story: { id: 's', url: 'https://cdn.example/s' } } } },
    { ...head, message: { mid: 'm4', is_unsupported: true } },
    { ...head, reaction: { mid: 'm3', action: 'react' } },
  ];
  const { events } = readMessaging({ object: 'instagram', entry: [{ id: '1700', messaging: items }] }, 'instagram');
  expect(events.map(({ event }) => [event['type'], event['messageId'], event['body'], event['attachments']])).toEqual([
    ['message.deleted', 'm1', undefined, undefined],
    ['message.edited', 'm2', 'better', undefined],
    ['message.received', 'm3', 'wow', ['story']],
    ['message.received', 'm4', '', ['other']],
  ]);
  expect(JSON.stringify(events)).not.toContain('cdn.example');
});

test('a text that was sent through the WhatsApp API is reported without its words, and a reaction is not a message', () => {
  const value = {
    metadata: { phone_number_id: '1065550001' },
    messages: [{ from: '4477', id: 'w1', timestamp: '1795338000', type: 'reaction', reaction: { emoji: 'x' } }],
    statuses: [
      { id: 'w2', status: 'sent', timestamp: '1795338000', recipient_id: '4477' },
      { id: 'w2', status: 'read', timestamp: '1795338001', recipient_id: '4477' },
    ],
  };
  const { events } = readWhatsapp({
    object: 'whatsapp_business_account',
    entry: [{ changes: [{ field: 'messages', value }] }],
  });
  expect(events).toMatchObject([
    { event: { type: 'message.sent', messageId: 'w2', body: '', attachments: ['other'] } },
  ]);
  expect(events).toHaveLength(1);
});

test('an edit and a deletion in WhatsApp change the message that they name, on both sides', () => {
  const at = { timestamp: '1795338000' };
  const edit = { original_message_id: 'w1', message: { type: 'text', text: { body: 'do you ship to Peru?' } } };
  const value = {
    metadata: { phone_number_id: '1065550001' },
    messages: [
      { ...at, from: '4477', id: 'w5', type: 'edit', edit },
      { ...at, from: '4477', id: 'w6', type: 'revoke', revoke: { original_message_id: 'w2' } },
      { ...at, from: '4477', id: 'w7', type: 'edit', edit: {} },
    ],
    message_echoes: [{ ...at, to: '4477', id: 'w8', type: 'revoke', revoke: { original_message_id: 'w3' } }],
  };
  const { events, unreadable } = readWhatsapp({
    object: 'whatsapp_business_account',
    entry: [{ changes: [{ field: 'messages', value }] }],
  });
  expect(events.map(({ event }) => [event['type'], event['threadId'], event['messageId'], event['body']])).toEqual([
    ['message.edited', '4477', 'w1', 'do you ship to Peru?'],
    ['message.deleted', '4477', 'w2', undefined],
    ['message.deleted', '4477', 'w3', undefined],
  ]);
  expect(unreadable).toEqual(['entry[0].changes[0].value.messages[2]']);
});

test('notes between agents and receipts of Chatwoot are not messages, and a bot is not the creator', () => {
  const base = { id: 5, created_at: 1_795_338_000, conversation: { id: 1 }, content: 'hi', message_type: 'outgoing' };
  const read = (message: object) =>
    readChatwoot({ event: 'message_created', ...base, ...message }, 'd1', 0).events[0]?.event;
  expect(read({ private: true })).toBeUndefined();
  expect(read({ event: 'message_updated', status: 'read' })).toBeUndefined();
  expect(read({ event: 'message_updated', content_attributes: { deleted: true } })).toMatchObject({
    type: 'message.deleted',
  });
  expect(read({ sender: { id: 1, type: 'agent_bot' } })).toMatchObject({ type: 'message.sent', sender: 'machine' });
  expect(read({ sender: null })).not.toHaveProperty('sender');
});
