import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { pushKinds } from '../../connections/support/push-kinds.ts';
import { postHook } from '../../connections/support/signed.ts';
import type { Check } from '../support/check.ts';
import { question, received } from '../support/events.ts';
import { connectKind } from '../support/providers.ts';

const inboxTables = ['conversations', 'messages', 'threads', 'event_keys', 'refused_events', 'reply_drafts', 'outbox'];

/** Checks who may deliver, and which parts of a delivery are stored. */
export const secrecyChecks: readonly Check[] = [
  {
    number: 15,
    title: 'a wrong or missing secret, changed bytes, and an old timestamp all get the same error and leave no row',
    runs: 'alone',
    async run({ open, place }) {
      const inbox = await open();
      const { hook, secret, url } = inbox;
      const payload = { events: [received('m1', question)] };
      const other = `whsec_${randomBytes(32).toString('base64')}`;
      const attempts: readonly (() => ReturnType<typeof postHook>)[] = [
        () => postHook(hook, payload, { secret: other }),
        () => postHook(hook, payload, { secret, headers: { 'webhook-signature': '' } }),
        () => postHook(hook, payload, { secret, headers: { 'webhook-id': '' } }),
        () => postHook(hook, payload, { secret, headers: { 'webhook-timestamp': '' } }),
        () => postHook(hook, payload, { secret, skewSeconds: -301 }),
        () => postHook(hook, payload, { secret, skewSeconds: 301 }),
        () => postHook(hook, payload, { secret, tampered: JSON.stringify({ events: [received('m1', 'changed')] }) }),
        () => postHook(hook, payload, { secret, tampered: `${JSON.stringify(payload)} ` }),
        () => postHook(`${url}/hooks/rcv_unknown`, payload, { secret }),
      ];
      for (const attempt of attempts) {
        const { status, body } = await attempt();
        assert.deepEqual([status, body.error], [401, 'hook_signature_invalid']);
      }
      const bare = await fetch(hook, { method: 'POST', body: JSON.stringify(payload) });
      assert.equal(bare.status, 401);
      let refused = attempts.length + 1;
      for (const [name, kind] of Object.entries(pushKinds)) {
        const options = kind.fields ?? [];
        const made = await connectKind(inbox, `con_${name}`, kind.kind, { options, secrets: kind.secrets ?? {} });
        const good = kind.fromFan('hello', made);
        const isBodySigned = name !== 'postmark' && name !== 'mailgun';
        const unsigned = { ...good, headers: { 'content-type': good.headers['content-type'] ?? '' } };
        for (const { body, headers } of [
          kind.fromFan('hello', made, 'another secret'),
          // Mailgun puts its signature in the body.
          ...(name === 'mailgun' ? [] : [unsigned]),
          ...(isBodySigned ? [{ ...good, body: `${good.body} ` }] : []),
        ]) {
          const { status } = await fetch(made.receiverUrl, { method: 'POST', body, headers });
          assert.equal(status, 401, name);
          refused += 1;
        }
      }
      const rows = await place.countRows(inboxTables);
      assert.equal(rows, 0);
      return { kinds: `generic ${Object.keys(pushKinds).join(' ')}`, refused, rows };
    },
  },
  {
    number: 20,
    title: 'neither the store nor the log contains a secret or a payload',
    runs: 'alone',
    env: { UNDERSTUDY_LOG_LEVEL: 'debug' },
    async run({ open, place, service }) {
      const plain = await open({ connection: ['--quiet-seconds', '0'] });
      const keeping = await open({ connection: ['--quiet-seconds', '0', '--keep-unreadable'] });
      const canary = `canary${randomBytes(12).toString('hex')}`;
      const body = `do you ship to Brazil? ${canary}body`;
      for (const inbox of [plain, keeping]) {
        await inbox.take(received('m1', body));
        const unreadable = await postHook(
          inbox.hook,
          { events: [{ id: 'e1', type: 'message.received', body: `${canary}payload`, surprise: canary }] },
          { secret: inbox.secret },
        );
        assert.deepEqual(unreadable.body.results, [{ id: 'e1', outcome: 'unreadable' }]);
        await postHook(inbox.hook, `${canary}payload`, { secret: inbox.secret });
        await postHook(
          inbox.hook,
          { events: [received('m2', canary)] },
          { secret: `${inbox.secret.slice(0, -4)}AAAA` },
        );
        await inbox.until('the draft', async () => (await inbox.drafts()).length === 1);
      }
      const dump = await place.dump();
      assert.ok(dump.includes(`${canary}body`), 'the message itself is kept, and found in the dump');
      const log = service.output();
      assert.ok(log.length > 100 && log.length < 20_000, 'the log was written, and all of it was kept');
      assert.ok(!log.includes(canary), 'the log has words of a message or a payload');
      assert.ok(!dump.includes(`${canary}payload`), 'the store has an unreadable payload in plain text');
      for (const { secret } of [plain, keeping]) {
        const base64 = secret.slice('whsec_'.length);
        for (const form of [
          secret,
          base64,
          Buffer.from(base64, 'base64'),
          Buffer.from(base64, 'base64').toString('hex'),
        ]) {
          assert.ok(!dump.includes(form), 'the store has a secret in plain text');
          assert.ok(!log.includes(form.toString('latin1')), 'the log has a secret');
        }
      }
      return { dumpedBytes: dump.length, loggedBytes: log.length, secrets: 0, payloads: 0 };
    },
  },
];
