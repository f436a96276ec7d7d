import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { isSigned } from '../../src/connectors/generic/verify.ts';
import { onBothStores } from '../cli/support/places.ts';
import { openInbox, received, sent } from './support/open-inbox.ts';
import { postHook } from './support/signed.ts';

test('the signature in the documented example is valid, and one from a different second is not', () => {
  const body =
    '{"events":[{"id":"e1","type":"message.received","threadId":"t7","messageId":"m1","sentAt":"2026-11-22T09:00:00Z","body":"Do you ship to Peru?","contact":{"id":"u3"}}]}';
  const headers = {
    id: 'msg_1',
    timestamp: '1795338000',
    signature: 'v1,c/7Mgc5p93qgzrsMNana9v7jyryKwpMtQiH6hgPwjvw=',
  };
  const secrets = ['whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX'];
  const at = 1_795_338_000_000;
  expect(isSigned(Buffer.from(body), headers, secrets, at)).toBe(true);
  expect(isSigned(Buffer.from(body), headers, secrets, at + 301_000)).toBe(false);
  expect(isSigned(Buffer.from(`${body} `), headers, secrets, at)).toBe(false);
  expect(
    isSigned(
      Buffer.from(body),
      { ...headers, signature: `v1,AAAA ${headers.signature}` },
      ['whsec_AAAA', ...secrets],
      at,
    ),
  ).toBe(true);
});

onBothStores((fresh) => {
  test('a message becomes a draft, the draft a claim, and the claim a sent message, through the real service', async () => {
    const { take, call, command, url } = await openInbox(fresh, '--mode', 'ready', '--reply-window-hours', '24');
    expect(await take(sent('b1', 'Welcome!', { sender: 'machine' }), received('m1', 'do you ship to Brazil?'))).toEqual(
      ['stored', 'stored'],
    );
    const waited = await call('/api/v1/outbox?profileId=prof_aurora&wait=25');
    expect(waited.status).toBe(200);
    const [item] = waited.body.items;
    expect(item).toMatchObject({ state: 'ready', origin: 'safe', connectionId: 'con_ig', threadId: 't7' });
    expect(item.sendBefore).toMatch(/Z$/);
    expect(JSON.stringify(waited.body)).not.toContain('Lisbon');
    const claim = { body: { profileId: 'prof_aurora', outboxId: item.id }, idempotencyKey: 'claim-0001' };
    const claimed = await call('/api/v1/outbox/claims', claim);
    expect(claimed.body.claim).toMatchObject({
      outboxId: item.id,
      text: 'I ship worldwide from Lisbon; orders leave the studio every Tuesday.',
      contactId: 'u_t7',
      afterMessageId: 'm1',
      origin: 'safe',
    });
    expect(await call('/api/v1/outbox/claims', claim)).toEqual({ ...claimed, replayed: 'true' });
    expect((await call('/api/v1/outbox/claims', { ...claim, idempotencyKey: 'claim-0002' })).body.error).toBe(
      'outbox_claimed',
    );
    const result = {
      profileId: 'prof_aurora',
      claimId: claimed.body.claim.claimId,
      outcome: 'sent',
      providerMessageId: 'p1',
    };
    const path = `/api/v1/outbox/${item.id}/result`;
    expect((await call(path, { body: result })).body).toEqual({ ok: true, outboxId: item.id, state: 'sent' });
    expect((await call(path, { body: { ...result, outcome: 'failed' } })).body.error).toBe('outbox_result_conflict');
    expect(await take(sent('p1', 'I ship worldwide from Lisbon; orders leave the studio every Tuesday.'))).toEqual([
      'duplicate',
    ]);
    const changes = await call(`/api/v1/outbox?profileId=prof_aurora&after=${waited.body.next}`);
    expect(changes.body.items).toMatchObject([{ id: item.id, state: 'sent' }]);
    const [conversation] = (await command('conversations', 'list')).json();
    expect(conversation).toMatchObject({
      connectionId: 'con_ig',
      threadId: 't7',
      messages: 3,
      lockedUntil: null,
      held: null,
      contact: { handle: '@t7' },
    });
    const [draft] = (await command('drafts', 'list')).json();
    expect(draft).toMatchObject({
      state: 'sent',
      riskLevel: 'safe',
      requiresCreator: false,
      messages: 1,
      outboxId: item.id,
    });
    const usage = (await command('usage')).json();
    expect(usage).toMatchObject({ used: 1, totals: { drafts: 0, bySource: { api: 0, inbox: 1, page: 0 } } });
    expect((await fetch(`${url}/hooks/rcv_x`)).status).toBe(405);
  });

  test('drafts for the creator wait, and are approved, dismissed or answered with commands', async () => {
    const { take, command } = await openInbox(fresh);
    await take(received('m1', 'can I get a refund for my broken mug? it arrived in pieces'));
    await expect.poll(async () => (await command('drafts', 'list')).json(), { interval: 500 }).toHaveLength(1);
    const [draft] = (await command('drafts', 'list')).json();
    expect(draft).toMatchObject({ state: 'waiting', requiresCreator: true, connectionId: 'con_ig' });
    const [notification] = (await command('notifications', 'list')).json();
    expect(notification).toMatchObject({
      type: 'handoff.created',
      conversationId: draft.conversationId,
      verdict: { reason: null },
    });
    const approved = await command('drafts', 'approve', draft.id, '--text', 'I am so sorry! A new one is on its way.');
    expect(approved.json()).toMatchObject({ id: draft.id, state: 'queued' });
    await take(received('m2', 'thank you'));
    const stale = await command('drafts', 'approve', draft.id);
    expect([stale.code, stale.stdout]).toEqual([1, '']);
    expect(stale.stderr).toContain('draft_stale');
    const answered = await command('conversations', 'answered', draft.conversationId);
    expect(answered.json()).toEqual({ conversationId: draft.conversationId, draftId: null });
    await delay(1_500);
    const states = (await command('drafts', 'list')).json().map(({ state }: { state: string }) => state);
    expect(new Set(states)).toEqual(new Set(['superseded']));
    const now = (await command('conversations', 'draft', draft.conversationId)).json();
    expect(now).toEqual({ conversationId: draft.conversationId, draftId: null });
  });

  test('a wrong, old or missing signature, and an unknown receiver, get the same error and leave nothing', async () => {
    const { hook, secret, command, url } = await openInbox(fresh);
    const payload = { events: [received('m1', 'hi')] };
    const refusals = [
      await postHook(hook, payload, { secret: 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX' }),
      await postHook(hook, payload, { secret, skewSeconds: -301 }),
      await postHook(hook, payload, { secret, tampered: JSON.stringify({ events: [received('m1', 'ho')] }) }),
      await postHook(hook, payload, { secret, headers: { 'webhook-signature': '' } }),
      await postHook(`${url}/hooks/rcv_nobody`, payload, { secret }),
    ];
    expect(refusals.map(({ status, body }) => [status, body.error])).toEqual(
      refusals.map(() => [401, 'hook_signature_invalid']),
    );
    expect((await command('conversations', 'list')).json()).toEqual([]);
    expect((await postHook(hook, payload, { secret, headers: { 'content-type': 'text/plain' } })).status).toBe(415);
    expect(
      (await postHook(hook, { events: Array.from({ length: 101 }, () => received('m1', 'hi')) }, { secret })).status,
    ).toBe(413);
    const mixed = await postHook(
      hook,
      { events: [{ id: 'bad', type: 'message.received' }, received('m1', 'hi'), 7] },
      { secret },
    );
    expect(mixed.body.results).toEqual([
      { id: 'bad', outcome: 'unreadable' },
      expect.objectContaining({ outcome: 'stored' }),
      { id: null, outcome: 'unreadable' },
    ]);
    expect((await postHook(hook, 'not json', { secret })).body.results).toEqual([{ id: null, outcome: 'unreadable' }]);
    const renewed = (await command('connections', 'secret', 'con_ig', '--overlap', '1h')).json();
    expect((await postHook(hook, payload, { secret })).status).toBe(200);
    expect((await postHook(hook, payload, { secret: renewed.secret })).status).toBe(200);
    expect((await command('connections', 'remove', 'con_ig')).json()).toMatchObject({
      before: 'active',
      after: 'removed',
    });
    expect((await postHook(hook, payload, { secret: renewed.secret })).status).toBe(401);
  });

  test('a key delivers events from programs that cannot sign, and one invalid event fails the call', async () => {
    const { call, command } = await openInbox(fresh);
    const path = '/api/v1/inbox/events';
    const first = received('m1', 'hi');
    expect((await call(path, { body: { connectionId: 'con_ig', events: [first] } })).body.results).toMatchObject([
      { outcome: 'stored' },
    ]);
    const wrong = await call(path, {
      body: { connectionId: 'con_ig', events: [received('m2', 'ho'), { ...received('m3', ''), attachments: [] }] },
    });
    expect([wrong.status, wrong.body.error]).toEqual([400, 'invalid_request']);
    expect(wrong.body.message).toContain('events[1]');
    expect((await call(path, { body: { connectionId: 'con_none', events: [first] } })).body.error).toBe(
      'connection_not_found',
    );
    const { key } = (await command('keys', 'create', '--name', 'agent', '--scopes', 'all')).json();
    expect((await call(path, { key, body: { connectionId: 'con_ig', events: [first] } })).body.error).toBe(
      'agent_scope_missing',
    );
    expect((await call('/api/v1/outbox?profileId=prof_aurora&wait=26')).status).toBe(400);
    expect((await call('/api/v1/outbox?profileId=prof_nobody')).body.error).toBe('agent_profile_not_found');
    expect(
      (await call('/api/v1/outbox/claims', { body: { profileId: 'prof_aurora', outboxId: 'x' } })).body.error,
    ).toBe('idempotency_key_required');
    expect(
      (
        await call('/api/v1/outbox/claims', {
          body: { profileId: 'prof_aurora', outboxId: 'x' },
          idempotencyKey: 'claim-0001',
        })
      ).body.error,
    ).toBe('outbox_item_not_found');
  });
});
