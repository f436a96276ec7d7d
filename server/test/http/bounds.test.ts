import { expect } from 'vitest';
import { createApiKey, hashApiKey } from '../../src/lib/secrets.ts';
import { type ConsoleAnswer, startConsoleWorld } from '../console/support/console-world.ts';
import { startWorld, type World } from '../support/world.ts';
import { onEachStore } from './support/on-each-store.ts';

onEachStore('a workspace has as many keys in force as it may, however many are made at once', async (harness) => {
  // The world has already created one key.
  const world = await startConsoleWorld(harness, { config: { maxKeys: 5 } });
  const owner = await world.owner();
  const path = `/workspaces/${world.workspaceId}/keys`;
  const create = () => owner.ask('POST', path, { name: 'k', scopes: ['usage:read'] });
  const answers = await Promise.all(Array.from({ length: 12 }, create));
  const made = answers.filter(({ status }) => status === 200);
  expect(made).toHaveLength(4);
  expect((await create()).body).toMatchObject({
    error: 'console_not_possible',
    message: expect.stringContaining('UNDERSTUDY_MAX_KEYS'),
  });
  const { id } = made[0]?.body.key ?? {};
  const rotate = (overlapHours: number) => owner.ask('POST', `${path}/${id}/rotate`, { overlapHours });
  expect((await rotate(24)).body.error).toBe('console_not_possible');
  const rotated = await rotate(0);
  expect(rotated.status).toBe(200);
  await owner.ask('POST', `${path}/${rotated.body.key.id}/revoke`, {});
  expect((await create()).status).toBe(200);
});

onEachStore('a workspace has as many open invitations as it may, however many are made at once', async (harness) => {
  const world = await startConsoleWorld(harness, { config: { maxInvitations: 3 } });
  const owner = await world.owner();
  const path = `/workspaces/${world.workspaceId}/invitations`;
  const invite = (name: string): Promise<ConsoleAnswer> =>
    owner.ask('POST', path, { email: `${name}@aurora.example`, role: 'reviewer' });
  const answers = await Promise.all(Array.from({ length: 8 }, (_, number) => invite(`p${number}`)));
  const made = answers.filter(({ status }) => status === 200);
  expect(made).toHaveLength(3);
  const again = made[0]?.body.invitation ?? {};
  expect((await invite(again.email.split('@')[0])).status, 'one in place of its own').toBe(200);
  const refused = await invite('one-more');
  expect(refused.body).toMatchObject({
    error: 'console_not_possible',
    message: expect.stringContaining('UNDERSTUDY_MAX_INVITATIONS'),
  });
  await owner.ask('DELETE', `${path}/${made[1]?.body.invitation.id}`);
  expect((await invite('one-more')).status).toBe(200);
});

onEachStore(
  'all keys of a workspace share its rate where the operator sets one, and only their own without',
  async (harness) => {
    const statuses = async (world: World) => {
      const other = await world.createKey();
      const answers: number[] = [];
      for (let call = 0; call < 8; call += 1) {
        answers.push((await world.usage(call % 2 === 0 ? {} : { key: other.key })).status);
      }
      return answers;
    };
    const bounded = await startWorld(harness, { config: { workspaceRequestsPerMinute: 5 } });
    const startedMs = performance.now();
    expect(await statuses(bounded)).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
    const refused = await bounded.usage();
    expect(refused.body).toMatchObject({
      error: 'rate_limited',
      message: expect.stringContaining("workspace's keys have together"),
    });
    const passedSeconds = Math.ceil((performance.now() - startedMs) / 1_000);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(60 - passedSeconds);
    expect(await statuses(await startWorld(harness))).toEqual(Array.from({ length: 8 }, () => 200));
  },
);

onEachStore(
  'an expired key that is used again and again does not exhaust its address’s allowance, and guessed keys do',
  async (harness) => {
    const world = await startWorld(harness);
    const expired = await endedKey(world, 1);
    for (let call = 0; call < 40; call += 1) expect((await world.usage({ key: expired })).status).toBe(401);
    // This process never saw the key's successor, to which the address's limit would apply.
    const successor = await world.createKey();
    expect((await world.usage({ key: successor.key })).status).toBe(200);

    const revoked = await world.createKey();
    await world.store.revokeKey({ keyId: revoked.keyId });
    let counted = 1;
    while ((await world.usage({ key: counted % 2 === 0 ? revoked.key : createApiKey().key })).status === 401)
      counted += 1;
    expect(counted, 'the expired key once, then 19 others').toBe(20);
    expect((await world.usage({ key: expired })).status).toBe(429);
  },
);

/** Creates a key that expires after `lifetimeMs`, waits for that, and returns the key. */
async function endedKey(world: World, lifetimeMs: number): Promise<string> {
  const { key } = createApiKey();
  const { workspaceId } = world;
  const made = {
    keyId: 'key_ended',
    keyHash: hashApiKey(key),
    workspaceId,
    name: 'k',
    scopes: ['usage:read'] as const,
  };
  await world.store.createKey({ ...made, lifetimeMs });
  await expect
    .poll(async () => {
      const keys = await world.store.listKeys({ workspaceId });
      const endsAt = keys.find(({ keyId }) => keyId === 'key_ended')?.expiresAt ?? Number.POSITIVE_INFINITY;
      return endsAt < Date.now();
    })
    .toBe(true);
  return key;
}
