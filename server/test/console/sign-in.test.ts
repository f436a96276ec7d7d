import { expect } from 'vitest';
import { createAccountVerbs } from '../../src/admin/accounts/account-verbs.ts';
import { onEachStore } from '../http/support/on-each-store.ts';
import { ownerAccount, startConsoleWorld } from './support/console-world.ts';

onEachStore('the set-up link works once, signs in, and its account owns every workspace', async (harness) => {
  const world = await startConsoleWorld(harness);
  const browser = world.openBrowser();
  expect((await browser.ask('GET', '/session')).body).toEqual({ session: null, needsSetUp: true, passkeys: false });
  const accounts = createAccountVerbs({ store: world.store, attemptsPerAddress: 20 });
  const link = await accounts.makeSetUpLink();
  const answer = await browser.ask('POST', '/set-up', { token: link?.token, ...ownerAccount });
  expect(answer.status).toBe(200);
  const guarded = 'Max-Age=\\d+; Path=/; HttpOnly; SameSite=Strict$';
  expect(answer.headers.getSetCookie()).toEqual([
    expect.stringMatching(`^understudy_session=[\\w-]{43}; ${guarded}`),
    expect.stringMatching(`^understudy_browser=[\\w-]{16}\\.[\\w-]{43}; ${guarded}`),
  ]);
  expect(answer.body).toMatchObject({
    account: { email: ownerAccount.email, name: 'Ada Owner', isInstaller: true, hasPassword: true },
    workspaces: [{ id: world.workspaceId, name: 'Aurora Lane', role: 'owner' }],
  });
  expect((await browser.ask('GET', '/session')).body.session.account.email).toBe(ownerAccount.email);
  expect(await accounts.makeSetUpLink()).toBeNull();
  const again = await world.openBrowser().ask('POST', '/set-up', { token: link?.token, ...ownerAccount });
  expect(again).toMatchObject({ status: 410, body: { error: 'console_link_invalid' } });
});

onEachStore(
  'the password opens a session, and a wrong password and an unknown address get the same refusal',
  async (harness) => {
    const world = await startConsoleWorld(harness);
    await world.owner();
    const browser = world.openBrowser();
    const { email, password } = ownerAccount;
    expect((await browser.ask('POST', '/sign-in', { email: ` ${email.toUpperCase()}`.trim(), password })).status).toBe(
      200,
    );
    const wrong = await world.openBrowser().ask('POST', '/sign-in', { email, password: 'not the password' });
    const unknown = await world.openBrowser().ask('POST', '/sign-in', { email: 'x@aurora.example', password });
    expect(wrong.status).toBe(401);
    expect({ ...unknown.body, requestId: '' }).toEqual({ ...wrong.body, requestId: '' });
  },
);

onEachStore('signing out ends the session here, everywhere, or by a new password', async (harness) => {
  const world = await startConsoleWorld(harness);
  const here = await world.owner();
  const { email, password } = ownerAccount;
  const there = world.openBrowser();
  await there.ask('POST', '/sign-in', { email, password });
  expect((await here.ask('GET', '/account/sessions')).body.sessions).toHaveLength(2);
  const cookie = there.cookie;
  await there.ask('POST', '/sign-out');
  expect(there.cookie).toBeNull();
  there.cookie = cookie;
  expect((await there.ask('GET', '/account/sessions')).body.error).toBe('console_signed_out');

  await there.ask('POST', '/sign-in', { email, password });
  const changed = await here.ask('POST', '/account/password', {
    currentPassword: password,
    newPassword: 'an entirely new one',
  });
  expect(changed.status).toBe(200);
  expect((await there.ask('GET', '/session')).body.session).toBeNull();
  expect((await here.ask('GET', '/session')).body.session).not.toBeNull();
  await there.ask('POST', '/sign-in', { email, password: 'an entirely new one' });
  expect((await here.ask('POST', '/account/sessions/end-all')).status).toBe(200);
  expect((await there.ask('GET', '/session')).body.session).toBeNull();
});

onEachStore('a changed password needs the current one, and says at which field', async (harness) => {
  const world = await startConsoleWorld(harness);
  const browser = await world.owner();
  const answer = await browser.ask('POST', '/account/password', {
    currentPassword: 'no',
    newPassword: 'an entirely new one',
  });
  expect(answer).toMatchObject({
    status: 400,
    body: { error: 'console_input_invalid', fields: [{ path: 'currentPassword' }] },
  });
  const short = await browser.ask('POST', '/account/password', {
    currentPassword: ownerAccount.password,
    newPassword: 'short',
  });
  expect(short.body.fields[0].path).toBe('newPassword');
});

onEachStore('an invitation shows its purpose, creates a member, and works once', async (harness) => {
  const world = await startConsoleWorld(harness);
  const owner = await world.owner();
  const path = `/workspaces/${world.workspaceId}`;
  const invited = await owner.ask('POST', `${path}/invitations`, { email: 'Rae@Aurora.example', role: 'reviewer' });
  expect(invited.body.link).toMatch(new RegExp(`^${world.url}/console/join#[\\w-]{43}$`));
  const token = invited.body.link.split('#')[1];
  const browser = world.openBrowser();
  expect((await browser.ask('POST', '/links/read', { token })).body).toMatchObject({
    kind: 'invitation',
    workspaceName: 'Aurora Lane',
    role: 'reviewer',
    email: 'rae@aurora.example',
    accountExists: false,
  });
  const account = { name: 'Rae', password: 'a long enough password' };
  expect((await browser.ask('POST', '/invitations/accept', { token, account })).body).toMatchObject({
    account: { email: 'rae@aurora.example', isInstaller: false },
    workspaces: [{ id: world.workspaceId, role: 'reviewer' }],
  });
  expect((await browser.ask('POST', '/invitations/accept', { token, account })).status).toBe(410);
  const people = (await owner.ask('GET', `${path}/people`)).body;
  expect(people.members.map(({ name, role }: { name: string; role: string }) => [name, role])).toEqual([
    ['Ada Owner', 'owner'],
    ['Rae', 'reviewer'],
  ]);
  expect(people.invitations).toEqual([]);
  const { accountId } = people.members[1];
  expect((await owner.ask('PATCH', `${path}/members/${accountId}`, { role: 'editor' })).status).toBe(200);
  expect((await browser.ask('GET', '/session')).body.session.workspaces[0].role).toBe('editor');
  expect((await owner.ask('DELETE', `${path}/members/${accountId}`)).status).toBe(200);
  expect((await browser.ask('GET', '/session')).body.session.workspaces).toEqual([]);
});

onEachStore('an invitation ends when its author is no longer an owner', async (harness) => {
  const world = await startConsoleWorld(harness);
  const installer = await world.owner();
  const other = await world.member('owner');
  const path = `/workspaces/${world.workspaceId}`;
  const invitation = async (by: typeof other, email: string) =>
    (await by.ask('POST', `${path}/invitations`, { email, role: 'owner' })).body.link.split('#')[1];
  const theirs = await invitation(other, 'friend@aurora.example');
  const ours = await invitation(installer, 'rea@aurora.example');
  const { members } = (await installer.ask('GET', `${path}/people`)).body;
  const { accountId } = members.find(({ isInstaller }: { isInstaller: boolean }) => !isInstaller);
  expect((await installer.ask('DELETE', `${path}/members/${accountId}`)).status).toBe(200);

  const account = { name: 'Friend', password: 'a long enough password' };
  const accept = (token: string) => world.openBrowser().ask('POST', '/invitations/accept', { token, account });
  expect(await accept(theirs)).toMatchObject({ status: 410, body: { error: 'console_link_invalid' } });
  expect((await accept(ours)).status).toBe(200);
});

onEachStore('neither the token of a link or session nor a password is in the log or the answer', async (harness) => {
  const world = await startConsoleWorld(harness);
  const browser = await world.owner();
  await browser.ask('GET', '/account/sessions');
  const log = world.logLines.join('');
  expect(log).not.toContain(browser.cookie?.split('=')[1]);
  expect(log).not.toContain(ownerAccount.password);
  expect(log).not.toContain(ownerAccount.email);
});

onEachStore('a reset link sets a new password once, signs in, and ends every session', async (harness) => {
  const world = await startConsoleWorld(harness);
  const owner = await world.owner();
  const accounts = createAccountVerbs({ store: world.store, attemptsPerAddress: 20 });
  expect(await accounts.makeResetLink('nobody@aurora.example')).toBeNull();
  const link = await accounts.makeResetLink(ownerAccount.email.toUpperCase());
  const browser = world.openBrowser();
  const read = await browser.ask('POST', '/links/read', { token: link?.token });
  expect(read.body).toMatchObject({ kind: 'password_reset', email: ownerAccount.email });
  const reset = { token: link?.token, password: 'yet another password' };
  expect((await browser.ask('POST', '/password-reset', reset)).status).toBe(200);
  expect((await browser.ask('POST', '/password-reset', reset)).status).toBe(410);
  expect((await owner.ask('GET', '/session')).body.session).toBeNull();
  const { email } = ownerAccount;
  const again = await world.openBrowser().ask('POST', '/sign-in', { email, password: reset.password });
  expect(again.status).toBe(200);
});
