import { expect, test } from 'vitest';
import { createApiKey } from '../../src/lib/secrets.ts';
import type { Store } from '../../src/store/port.ts';
import { sqliteHarness } from '../support/store-harness.ts';
import type { World } from '../support/world.ts';
import { startCheckedWorld } from './support/checked-world.ts';
import { onEachStore } from './support/on-each-store.ts';
import { expectRefusal } from './support/refusals.ts';

const harness = sqliteHarness();
const behindProxy = { config: { trustedProxies: ['127.0.0.1'] } };

function from(address: string): { headers: Record<string, string> } {
  return { headers: { 'x-forwarded-for': address } };
}

/** Uses up an address's 20 failures per minute. */
async function fail(world: World, times: number, options: { headers?: Record<string, string> } = {}): Promise<void> {
  for (let count = 0; count < times; count += 1) {
    expectRefusal(await world.usage({ key: createApiKey().key, ...options }), 'agent_key_invalid');
  }
}

/** Returns a view of a store that records the name of each operation that is called. */
function spyOn(store: Store, asked: string[]): Store {
  return new Proxy(store, {
    get(target, name, receiver) {
      if (name !== 'kind') asked.push(String(name));
      const value: unknown = Reflect.get(target, name, receiver);
      return value;
    },
  });
}

function keep<Value>(list: unknown[], value: Value): Value {
  list.push(value);
  return value;
}

onEachStore(
  'after 20 failed authentications within a minute, an address is rejected before any lookup',
  async (harness) => {
    const asked: string[] = [];
    const judged: unknown[] = [];
    const world = await startCheckedWorld(harness, {
      wrapStore: (store) =>
        spyOn({ ...store, authenticate: async (input) => keep(judged, await store.authenticate(input)) }, asked),
    });
    const { key, keyId } = await world.createKey();
    await fail(world, 20);
    for (const token of [createApiKey().key, 'mistyped', key]) {
      asked.length = 0;
      judged.length = 0;
      const answer = await world.usage({ key: token });
      expect(asked, 'the store is asked for nothing else').toEqual(['authenticate']);
      expect(judged, 'and tells nothing of any key').toEqual([
        { outcome: 'address_limited', retryAfterSeconds: expect.any(Number) },
      ]);
      expectRefusal(answer, 'rate_limited');
      const seconds = Number(answer.headers.get('retry-after'));
      expect(seconds).toBeGreaterThanOrEqual(1);
      // A failure counts for up to a tenth of a second longer than a minute, and a caller that waits for Retry-After
      // gets through.
      expect(seconds).toBeLessThanOrEqual(61);
    }
    const [unused] = (await world.store.listKeys({ workspaceId: world.workspaceId })).filter(
      (one) => one.keyId === keyId,
    );
    expect([unused?.requests, unused?.lastUsedAt]).toEqual([0, null]);
  },
);

test('a mistyped token counts as much as an unknown token', async () => {
  const world = await startCheckedWorld(harness);
  for (let count = 0; count < 20; count += 1) {
    expectRefusal(await world.usage({ key: `mistyped-${count}` }), 'agent_key_invalid');
  }
  expectRefusal(await world.usage({ key: 'mistyped' }), 'rate_limited');
});

test('a request without a token does not count', async () => {
  const world = await startCheckedWorld(harness);
  for (let count = 0; count < 30; count += 1) expectRefusal(await world.usage({ key: null }), 'agent_auth_required');
  expect((await world.usage()).status).toBe(200);
});

test('an address at its limit is rejected even without a token', async () => {
  const world = await startCheckedWorld(harness);
  await fail(world, 20);
  expectRefusal(await world.usage({ key: null }), 'rate_limited');
});

test('strangers behind the same address do not lock out a key that was verified within the last minute', async () => {
  const world = await startCheckedWorld(harness);
  expect((await world.usage()).status).toBe(200);
  await fail(world, 20);
  expectRefusal(await world.usage({ key: createApiKey().key }), 'rate_limited');
  for (const answer of [await world.usage(), await world.draft(), await world.persona()])
    expect(answer.status).toBe(200);
});

test('a verified key that was revoked in the meantime is rejected', async () => {
  const world = await startCheckedWorld(harness);
  const { key, keyId } = await world.createKey();
  expect((await world.usage({ key })).status).toBe(200);
  await world.store.revokeKey({ keyId });
  await fail(world, 20);
  const answer = await world.usage({ key });
  expect(['rate_limited', 'agent_key_invalid']).toContain(answer.body.error);
});

test('a successful or otherwise rejected request does not count against the address', async () => {
  const world = await startCheckedWorld(harness);
  const { key: narrow } = await world.createKey({ scopes: ['usage:read'] });
  for (let count = 0; count < 25; count += 1) {
    expectRefusal(await world.persona('prof_aurora', { key: narrow }), 'agent_scope_missing');
    expectRefusal(await world.usage({ headers: { origin: 'https://elsewhere.example' } }), 'agent_origin_rejected');
  }
  expect((await world.usage({ key: (await world.createKey()).key })).status).toBe(200);
});

test('without a configured proxy, X-Forwarded-For changes nothing', async () => {
  const world = await startCheckedWorld(harness);
  for (let count = 0; count < 20; count += 1) await fail(world, 1, from(`203.0.113.${count}`));
  expectRefusal(await world.usage({ key: createApiKey().key, ...from('203.0.113.99') }), 'rate_limited');
});

test('behind a configured proxy, each forwarded address has its own limit', async () => {
  const world = await startCheckedWorld(harness, behindProxy);
  await fail(world, 20, from('203.0.113.1'));
  expectRefusal(await world.usage({ key: createApiKey().key, ...from('203.0.113.1') }), 'rate_limited');
  expectRefusal(await world.usage({ key: createApiKey().key, ...from('203.0.113.2') }), 'agent_key_invalid');
  expect((await world.usage({ key: (await world.createKey()).key, ...from('203.0.113.3') })).status).toBe(200);
});

test('values that a caller adds before the proxy’s own entry have no effect', async () => {
  const world = await startCheckedWorld(harness, behindProxy);
  for (let count = 0; count < 20; count += 1) await fail(world, 1, from(`198.51.100.${count}, 203.0.113.1`));
  expectRefusal(await world.usage({ key: createApiKey().key, ...from('198.51.100.99, 203.0.113.1') }), 'rate_limited');
});

test('IPv6 addresses are limited by their /64', async () => {
  const world = await startCheckedWorld(harness, behindProxy);
  for (let count = 0; count < 20; count += 1) {
    await fail(world, 1, from(`2001:db8:1:1:${count.toString(16)}::${(count * 7).toString(16)}`));
  }
  for (const address of [
    '2001:db8:1:1::9999',
    '2001:0DB8:0001:0001:ffff:ffff:ffff:ffff',
    '2001:db8:1:1:0:0:203.0.113.7',
  ]) {
    expectRefusal(await world.usage({ key: createApiKey().key, ...from(address) }), 'rate_limited');
  }
  expectRefusal(await world.usage({ key: createApiKey().key, ...from('2001:db8:1:2::1') }), 'agent_key_invalid');
});

test('an IPv4 address is the same in its IPv6-mapped form, and IPv4 neighbours are distinct', async () => {
  const world = await startCheckedWorld(harness, behindProxy);
  await fail(world, 10, from('::ffff:203.0.113.1'));
  await fail(world, 10, from('203.0.113.1'));
  for (const address of ['203.0.113.1', '::ffff:203.0.113.1', '::ffff:cb00:7101']) {
    expectRefusal(await world.usage({ key: createApiKey().key, ...from(address) }), 'rate_limited');
  }
  expectRefusal(await world.usage({ key: createApiKey().key, ...from('::ffff:203.0.113.2') }), 'agent_key_invalid');
});

test('a forwarded value that is not an address never breaks a request, and does not bypass the limit', async () => {
  const world = await startCheckedWorld(harness, behindProxy);
  const garbage = [
    'unknown',
    '_hidden',
    '',
    ',',
    ', ,',
    '999.1.1.1',
    '1.2.3.4:8080',
    '[2001:db8::1]:443',
    '2001:db8::1%eth0',
    'a'.repeat(4_000),
    '127.0.0.1',
    "'; drop",
  ];
  for (const address of garbage) {
    const answer = await world.usage(from(address));
    expect(answer.status, `${address.slice(0, 40)}: ${answer.text}`).toBe(200);
  }
  let isLimited = false;
  for (let count = 0; count < 60 && !isLimited; count += 1) {
    isLimited = (await world.usage({ key: createApiKey().key, ...from(`not-an-address-${count}`) })).status === 429;
  }
  expect(isLimited).toBe(true);
});

test('the number of permitted failures per address is configurable', async () => {
  const world = await startCheckedWorld(harness, { config: { failedAuthenticationsPerMinute: 3 } });
  await fail(world, 3);
  expectRefusal(await world.usage({ key: createApiKey().key }), 'rate_limited');
});

onEachStore('40 simultaneous failures of one address let no more than 20 through to a look-up', async (harness) => {
  const world = await startCheckedWorld(harness);
  const answers = await Promise.all(Array.from({ length: 40 }, () => world.usage({ key: createApiKey().key })));
  expect(answers.filter((answer) => answer.body.error === 'agent_key_invalid')).toHaveLength(20);
  expect(answers.filter((answer) => answer.body.error === 'rate_limited')).toHaveLength(20);
});
