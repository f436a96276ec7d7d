import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { AuthenticateInput } from '../../src/store/key-port.ts';
import { sqliteHarness } from '../support/store-harness.ts';
import { startCheckedWorld } from './support/checked-world.ts';
import { statusOf } from './support/refusals.ts';

const harness = sqliteHarness();

test('an error that is not retryable is the same when repeated', async () => {
  const world = await startCheckedWorld(harness);
  const { key: poor } = await world.createKey({ scopes: [] });
  const requests = {
    invalid_request: () => world.draft({ message: 'x' }, { idempotencyKey: 'too-short' }),
    agent_scope_missing: () => world.draft({}, { key: poor, idempotencyKey: 'without-scope' }),
    agent_profile_not_found: () => world.draft({ profileId: 'prof_other' }, { idempotencyKey: 'no-profile' }),
    agent_conversation_not_found: () =>
      world.handoff({ conversationId: 'conv_other' }, { idempotencyKey: 'no-conversation' }),
    agent_confirmation_required: () => world.handoff({ confirm: false }, { idempotencyKey: 'no-confirm' }),
  } as const;
  for (const [code, request] of Object.entries(requests)) {
    const answers = [await request(), await request(), await request()];
    expect(answers.map(({ status }) => status)).toEqual(Array(3).fill(statusOf[code as keyof typeof requests])); // the keys of requests
    const tellings = answers.map(({ body }) => `${body.error}: ${body.message}`);
    expect(new Set(tellings).size, tellings.join('\n')).toBe(1);
    expect(tellings[0]).toContain(code);
  }
  expect((await world.usage()).body.usage.used).toBe(0);
});

test('a new idempotency key is a new write', async () => {
  const world = await startCheckedWorld(harness);
  for (let count = 1; count <= 3; count += 1) {
    const answer = await world.draft({}, { idempotencyKey: randomUUID() });
    expect(answer.headers.has('idempotency-replayed')).toBe(false);
    expect((await world.usage()).body.usage.used).toBe(count);
  }
});

test('the published description has version 1.0.0, in OpenAPI 3.1', async () => {
  const world = await startCheckedWorld(harness);
  const { body } = await world.call('GET', '/api/v1/agent/openapi.json', { key: null });
  expect(body.info.version).toBe('1.0.0');
  expect(body.openapi).toMatch(/^3\.1\./);
  const roots = ['/api/v1/agent/', '/api/v1/inbox/', '/api/v1/outbox', '/hooks/', '/p/'];
  expect(Object.keys(body.paths).filter((path) => !roots.some((root) => path.startsWith(root)))).toEqual([]);
});

test('a mistyped key is recognised by its checksum, and is never looked up', async () => {
  const seen: AuthenticateInput[] = [];
  const world = await startCheckedWorld(harness, {
    wrapStore: (store) => ({
      ...store,
      authenticate: (input) => {
        seen.push(input);
        return store.authenticate(input);
      },
    }),
  });
  const mistyped = world.key.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'));
  const answer = await world.usage({ key: mistyped });
  expect(answer.body.error).toBe('agent_key_invalid');
  expect(seen.map(({ credential }) => credential)).toEqual([{ kind: 'mistyped' }]);
});
