import { expect, test } from 'vitest';
import { keptAddress, withoutPorts } from '../../src/http/address.ts';
import { createApiKey } from '../../src/lib/secrets.ts';
import { sqliteHarness } from '../support/store-harness.ts';
import { startWorld } from '../support/world.ts';

const harness = sqliteHarness();

test('a body that contains a field twice in one object is rejected, and the error names the field, over REST and MCP', async () => {
  const world = await startWorld(harness);
  const twice = `{"profileId":"prof_aurora","message":"do you ship?","message":"do you ship free?"}`;
  const refused = await world.draft({}, { rawBody: twice });
  expect(refused.status).toBe(400);
  expect(refused.body).toMatchObject({ error: 'invalid_json', message: expect.stringContaining('"message" twice') });
  const nested = `{"profileId":"prof_aurora","message":"x","history":[{"body":"a","b\\u006fdy":"b"}]}`;
  expect((await world.draft({}, { rawBody: nested })).body).toMatchObject({ error: 'invalid_json' });
  const headers = { authorization: `Bearer ${world.key}`, 'content-type': 'application/json' };
  const body = '{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}';
  const mcp = await fetch(`${world.url}/mcp`, { method: 'POST', headers, body });
  expect([mcp.status, await mcp.text()]).toEqual([400, expect.stringContaining('-32700')]);
  const once = `{"profileId":"prof_aurora","message":"{\\"a\\":1,\\"a\\":2}"}`;
  expect((await world.draft({}, { rawBody: once })).status, 'text of a message is no field').toBe(200);
});

test('an address behind a proxy is the same with and without a port, and an invalid value counts as the proxy', async () => {
  const world = await startWorld(harness, {
    config: { trustedProxies: ['127.0.0.1'], failedAuthenticationsPerMinute: 4 },
  });
  const guess = async (forwarded: string) =>
    (await world.usage({ key: createApiKey().key, headers: { 'x-forwarded-for': forwarded } })).status;
  for (const port of ['', ':4711', ':4712', ':1']) expect(await guess(`203.0.113.7${port}`)).toBe(401);
  expect(await guess('203.0.113.7:9')).toBe(429);
  expect(await guess('198.51.100.1:9'), 'another caller').toBe(401);
  for (const form of ['[2001:db8::1]:4711', '[2001:db8::1]', '2001:db8::1', '2001:db8::2']) {
    expect(await guess(form)).toBe(401);
  }
  expect(await guess('2001:db8::3')).toBe(429);
  for (const garbage of ['unknown', '_hidden', '999.1.1.1', '203.0.113.7:x']) expect(await guess(garbage)).toBe(401);
  expect(await guess('other garbage')).toBe(429);
  expect(await guess('198.51.100.1'), 'garbage keeps nobody else out').toBe(401);
});

test('only ports and brackets are removed from forwarded addresses', () => {
  expect(withoutPorts('203.0.113.7:1, [2001:db8::1]:2 ,"[2001:db8::2]:3", 10.0.0.1')).toBe(
    '203.0.113.7, 2001:db8::1, 2001:db8::2, 10.0.0.1',
  );
  expect(withoutPorts('2001:db8::1, unknown, 1.2.3.4:123456')).toBe('2001:db8::1, unknown, 1.2.3.4:123456');
});

test('an address is logged whole, as its network, or not at all, as the operator chose', () => {
  const forms = ['full', 'prefix', 'none'] as const;
  const of = (address: string) => forms.map((kept) => keptAddress(address, kept));
  expect(of('203.0.113.7')).toEqual(['203.0.113.7', '203.0.113.0/24', null]);
  expect(of('::ffff:203.0.113.7')).toEqual(['203.0.113.7', '203.0.113.0/24', null]);
  expect(of('2001:db8:1:2::3')).toEqual(['2001:db8:1:2::3', '2001:db8:1::/48', null]);
  expect(of('what is this')).toEqual([null, null, null]);
});

test('the request log contains as much of the address as the operator chose', async () => {
  for (const [logAddresses, wanted] of [
    ['full', '127.0.0.1'],
    ['prefix', '127.0.0.0/24'],
    ['none', undefined],
  ] as const) {
    const world = await startWorld(harness, { config: { logAddresses } });
    await world.usage();
    await expect.poll(() => world.logLines.join('')).toContain('answered');
    const line = world.logLines.map((text) => JSON.parse(text)).find(({ msg }) => msg === 'answered');
    expect(line.address).toBe(wanted);
  }
});
