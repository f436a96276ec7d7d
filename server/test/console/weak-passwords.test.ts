import { expect, test } from 'vitest';
import { createAccountVerbs } from '../../src/admin/accounts/account-verbs.ts';
import { onEachStore } from '../http/support/on-each-store.ts';
import { sqliteHarness } from '../support/store-harness.ts';
import { ownerAccount, startConsoleWorld } from './support/console-world.ts';

const easy = 'password12';
const strong = 'gravel lantern otter mild';
const refusedAt = (path: string) => ({
  status: 400,
  body: { error: 'console_input_invalid', fields: [{ path, message: expect.stringContaining('easy to guess') }] },
});

onEachStore('a password that is easy to guess is refused beside its field, wherever one is set', async (harness) => {
  const world = await startConsoleWorld(harness);
  const accounts = createAccountVerbs({ store: world.store, attemptsPerAddress: 20 });
  const setUp = await accounts.makeSetUpLink();
  const first = await world.openBrowser().ask('POST', '/set-up', {
    token: setUp?.token,
    ...ownerAccount,
    password: easy,
  });
  expect(first).toMatchObject(refusedAt('password'));

  const owner = await world.owner();
  const invited = { email: 'mira@aurora.example', role: 'editor' };
  const { body } = await owner.ask('POST', `/workspaces/${world.workspaceId}/invitations`, invited);
  const token = String(body.link).split('#')[1];
  const accept = (password: string) =>
    world.openBrowser().ask('POST', '/invitations/accept', { token, account: { name: 'Mira', password } });
  expect(await accept(easy)).toMatchObject(refusedAt('account.password'));
  expect((await accept(strong)).status, 'the link is still good').toBe(200);

  const change = { currentPassword: ownerAccount.password, newPassword: easy };
  expect(await owner.ask('POST', '/account/password', change)).toMatchObject(refusedAt('newPassword'));

  const reset = await accounts.makeResetLink(ownerAccount.email);
  const again = (password: string) =>
    world.openBrowser().ask('POST', '/password-reset', { token: reset?.token, password });
  expect(await again(easy)).toMatchObject(refusedAt('password'));
  expect((await again(strong)).status, 'the link is still good').toBe(200);
});

test('a password that consists of what an attacker knows about the person is rejected', async () => {
  const world = await startConsoleWorld(sqliteHarness());
  const owner = await world.owner();
  for (const newPassword of ['adaowner2024', 'owner@aurora.example', 'Understudy1!']) {
    const answer = await owner.ask('POST', '/account/password', {
      currentPassword: ownerAccount.password,
      newPassword,
    });
    expect([newPassword, answer]).toEqual([newPassword, expect.objectContaining({ status: 400 })]);
    expect(answer).toMatchObject(refusedAt('newPassword'));
  }
});

test('without a valid link no password is checked', async () => {
  const world = await startConsoleWorld(sqliteHarness());
  await world.owner();
  const token = 'a'.repeat(43);
  for (const [path, input] of [
    ['/set-up', { token, ...ownerAccount, password: easy }],
    ['/invitations/accept', { token, account: { name: 'Mira', password: easy } }],
    ['/password-reset', { token, password: easy }],
  ] as const) {
    const answer = await world.openBrowser().ask('POST', path, input);
    expect([path, answer.status, answer.body.error]).toEqual([path, 410, 'console_link_invalid']);
  }
});

test('a password that is hard to check delays no other request', async () => {
  const world = await startConsoleWorld(sqliteHarness());
  const owner = await world.owner();
  const ends: string[] = [];
  const hard = owner
    .ask('POST', '/account/password', {
      currentPassword: ownerAccount.password,
      newPassword: '1q2w3e4r5t6y7u8i9o0p'.repeat(10),
    })
    .then(({ status }) => {
      ends.push('judged');
      return status;
    });
  for (let count = 0; count < 5; count += 1) {
    expect((await world.usage()).status).toBe(200);
    ends.push('answered');
  }
  expect(await hard).toBe(200);
  expect(ends.indexOf('judged')).toBeGreaterThanOrEqual(3);
});
