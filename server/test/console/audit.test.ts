import { expect } from 'vitest';
import { createAuditVerbs } from '../../src/admin/audit-verbs.ts';
import { onEachStore } from '../http/support/on-each-store.ts';
import { ownerAccount, startConsoleWorld } from './support/console-world.ts';

onEachStore(
  'what people do in the console and keys do is written down under their ids, with where it came from',
  async (harness) => {
    const world = await startConsoleWorld(harness);
    const { workspaceId } = world;
    const owner = await world.owner();
    const { account } = (await owner.ask('GET', '/session')).body.session;
    await owner.run('createKey', { workspaceId }, { name: 'k', scopes: ['usage:read'] });
    await owner.run('invite', { workspaceId }, { email: 'i@aurora.example', role: 'reviewer' });
    await owner.run('readSettings', { workspaceId });
    const member = await world.member('reviewer');
    expect(
      (await member.ask('POST', `/workspaces/${workspaceId}/keys`, { name: 'x', scopes: ['usage:read'] })).status,
    ).toBe(403);
    await world.handoff();

    const audit = createAuditVerbs({ store: world.store });
    const own = await audit.list({ workspaceId, limit: 100 });
    const done = own
      .map(({ action, actor, surface, address }) => [action, actor.kind, actor.id, surface, address])
      .reverse();
    expect(done).toEqual([
      ['key.created', 'account', account.id, 'console', '127.0.0.0/24'],
      ['invitation.created', 'account', account.id, 'console', '127.0.0.0/24'],
      ['invitation.created', 'account', account.id, 'console', '127.0.0.0/24'],
      ['conversation.handed_off', 'key', expect.stringMatching(/^key_/), 'api', '127.0.0.0/24'],
    ]);
    const people = await audit.list({ workspaceId: '*', limit: 100 });
    expect(people.map(({ action }) => action)).toEqual(expect.arrayContaining(['account.created', 'session.opened']));
    expect(JSON.stringify(own)).not.toContain('i@aurora.example');
    expect(JSON.stringify(people)).not.toContain(ownerAccount.password);
    expect((await audit.verify({ workspaceId: null, expected: null })).flatMap(({ faults }) => faults)).toEqual([]);
  },
);

onEachStore(
  'removing an account takes its name and address out of its entries, and every chain stays valid',
  async (harness) => {
    const world = await startConsoleWorld(harness, { config: { logAddresses: 'full' } });
    const { workspaceId } = world;
    const member = await world.member('owner');
    const { account } = (await member.ask('GET', '/session')).body.session;
    await member.run('createKey', { workspaceId }, { name: 'k', scopes: ['usage:read'] });
    const audit = createAuditVerbs({ store: world.store });
    const newest = async () => (await audit.list({ workspaceId, limit: 1 }))[0];
    expect(await newest()).toMatchObject({ actor: { id: account.id, name: account.name }, address: '127.0.0.1' });
    expect(await world.store.removeAccount({ accountId: account.id })).toBe('removed');
    expect(await newest()).toMatchObject({
      action: 'key.created',
      actor: { id: account.id, name: null },
      address: null,
      isErased: true,
    });
    expect((await audit.verify({ workspaceId: null, expected: null })).flatMap(({ faults }) => faults)).toEqual([]);
  },
);
