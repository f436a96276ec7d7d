import { expect } from 'vitest';
import { createAccountVerbs } from '../../src/admin/accounts/account-verbs.ts';
import type { SendLetter } from '../../src/admin/accounts/letters.ts';
import { onEachStore } from '../http/support/on-each-store.ts';
import { sampleWorkspace } from '../support/world.ts';
import { createAuthenticator } from './support/authenticator.ts';
import { type Browser, type ConsoleWorld, ownerAccount, startConsoleWorld } from './support/console-world.ts';

const victim = 'rea@borealis.example';
const attackersPassword = 'chosen by the inviter';
const victimsPassword = 'chosen by rea herself';

onEachStore(
  'who accepts an invitation for an address that is not theirs is out once its owner has proven it, passkey and session alike',
  async (harness) => {
    const { world, attacker } = await takenAddress(harness);
    const reset = await createAccountVerbs({ store: world.store, attemptsPerAddress: 20 }).makeResetLink(victim);
    const rea = world.openBrowser();
    const set = { token: reset?.token, password: victimsPassword };
    expect((await rea.ask('POST', '/password-reset', set)).status).toBe(200);
    const { token } = await invited(world, await world.owner(), 'ws_borealis', victim);
    expect((await rea.ask('POST', '/invitations/accept', { token })).status).toBe(200);

    expect(await attacker.signInByPasskey()).toMatchObject({ status: 401, body: { error: 'console_passkey_failed' } });
    expect((await attacker.browser.ask('GET', '/session')).body.session).toBeNull();
    const byPassword = { email: victim, password: attackersPassword };
    expect((await world.openBrowser().ask('POST', '/sign-in', byPassword)).status).toBe(401);
    const { account, workspaces } = (await rea.ask('GET', '/session')).body.session;
    expect(account.addressProven).toBe(true);
    expect(workspaces.map(({ id }: { id: string }) => id).toSorted()).toEqual(
      [world.workspaceId, 'ws_borealis'].toSorted(),
    );
  },
);

onEachStore(
  'an account that an owner made for an address that nobody proved never enters another workspace',
  async (harness) => {
    const { world, attacker } = await takenAddress(harness);
    const other = await world.member('owner', 'ws_borealis');
    const { token } = await invited(world, other, 'ws_borealis', victim);
    const refused = { status: 409, body: { error: 'console_not_possible' } };
    const joined = await attacker.browser.ask('POST', '/invitations/accept', { token });
    expect(joined).toMatchObject(refused);
    expect(joined.body.message).toContain('accounts reset');
    const account = { name: 'Rea', password: victimsPassword };
    expect(await world.openBrowser().ask('POST', '/invitations/accept', { token, account })).toMatchObject(refused);
    expect((await attacker.browser.ask('GET', '/session')).body.session).toMatchObject({
      account: { addressProven: false },
      workspaces: [{ id: world.workspaceId }],
    });
  },
);

onEachStore(
  "the installer's invitation proves the address: whoever accepts it makes the account anew, and the other one is gone",
  async (harness) => {
    const { world, attacker } = await takenAddress(harness);
    const { token } = await invited(world, await world.owner(), 'ws_borealis', victim);
    const rea = world.openBrowser();
    expect((await rea.ask('POST', '/links/read', { token })).body.accountExists).toBe(false);
    const account = { name: 'Rea', password: victimsPassword };
    expect((await rea.ask('POST', '/invitations/accept', { token, account })).status).toBe(200);
    expect((await attacker.signInByPasskey()).status).toBe(401);
    expect((await attacker.browser.ask('GET', '/session')).body.session).toBeNull();
    expect((await rea.ask('GET', '/account/passkeys')).body.passkeys).toEqual([]);
  },
);

onEachStore(
  'a passkey is added only by who gives the password or a passkey again, not by a session alone',
  async (harness) => {
    const world = await startConsoleWorld(harness);
    const owner = await world.owner();
    const origin = localOf(world);
    const ask = (path: string, body: unknown = {}) => owner.ask('POST', path, body, { origin });
    expect((await ask('/account/passkeys/begin')).body.error).toBe('console_confirmation_needed');
    expect((await ask('/account/passkeys/begin', { password: 'not it' })).body).toMatchObject({
      error: 'console_input_invalid',
      fields: [{ path: 'password' }],
    });
    const first = createAuthenticator(origin);
    const { options } = (await ask('/account/passkeys/begin', { password: ownerAccount.password })).body;
    expect((await ask('/account/passkeys', { name: 'Phone', response: first.register(options) })).status).toBe(200);

    // A challenge for signing in does not work for confirming, and the challenge lists only this account's passkeys.
    const signIn = (await ask('/sign-in/passkey/begin')).body.options;
    expect((await ask('/account/passkeys/begin', { passkey: first.authenticate(signIn) })).status).toBe(401);
    const confirmation = (await ask('/account/confirm/begin')).body.options;
    expect(confirmation.allowCredentials).toHaveLength(1);
    const answered = first.authenticate(confirmation);
    expect((await ask('/account/passkeys/begin', { passkey: answered })).status).toBe(200);
    expect((await ask('/account/passkeys/begin', { passkey: answered })).status).toBe(401);
  },
);

onEachStore(
  'a new password ends passkeys and other sessions, but for those that are kept on purpose',
  async (harness) => {
    const world = await startConsoleWorld(harness);
    const owner = await world.owner();
    const there = world.openBrowser();
    await there.ask('POST', '/sign-in', { email: ownerAccount.email, password: ownerAccount.password });
    await addPasskey(world, owner, ownerAccount.password);
    const passkeys = async () => (await owner.ask('GET', '/account/passkeys')).body.passkeys.length;
    const kept = {
      currentPassword: ownerAccount.password,
      newPassword: 'the second password',
      keepSessions: true,
      keepPasskeys: true,
    };
    expect((await owner.ask('POST', '/account/password', kept)).status).toBe(200);
    expect([await passkeys(), (await there.ask('GET', '/session')).body.session !== null]).toEqual([1, true]);
    const plain = { currentPassword: 'the second password', newPassword: 'the third password' };
    expect((await owner.ask('POST', '/account/password', plain)).status).toBe(200);
    expect([await passkeys(), (await there.ask('GET', '/session')).body.session !== null]).toEqual([0, false]);
  },
);

onEachStore(
  'the person is told of a new passkey in every other session, whatever the session that added it dismisses',
  async (harness) => {
    const letters: Parameters<SendLetter>[0][] = [];
    const sendLetter: SendLetter = async (letter) => {
      letters.push(letter);
      return null;
    };
    const world = await startConsoleWorld(harness, { sendLetter });
    const owner = await world.owner();
    const thief = world.openBrowser();
    await thief.ask('POST', '/sign-in', { email: ownerAccount.email, password: ownerAccount.password });
    await addPasskey(world, thief, ownerAccount.password);
    const notices = async (browser: Browser) => (await browser.ask('GET', '/session')).body.session.notices;
    expect(await notices(thief)).toEqual([]);
    await thief.ask('POST', '/account/notices/dismiss', {});
    expect(await notices(owner)).toMatchObject([{ kind: 'passkey_added', detail: 'Phone' }]);
    await owner.ask('POST', '/account/notices/dismiss', {});
    expect(await notices(owner)).toEqual([]);
    expect(letters).toMatchObject([{ to: ownerAccount.email, subject: expect.stringContaining('passkey was added') }]);
  },
);

onEachStore(
  'an address is changed by a link mailed there, which proves it and ends every other credential',
  async (harness) => {
    const letters: Parameters<SendLetter>[0][] = [];
    const sendLetter: SendLetter = async (letter) => {
      letters.push(letter);
      return null;
    };
    const { world, attacker } = await takenAddress(harness, { sendLetter });
    const change = { email: 'New@Borealis.example' };
    expect((await attacker.browser.ask('POST', '/account/address', change)).body.error).toBe(
      'console_confirmation_needed',
    );
    const confirmed = { ...change, password: attackersPassword };
    const toOwner = { ...confirmed, email: ownerAccount.email };
    expect((await attacker.browser.ask('POST', '/account/address', toOwner)).body.fields[0].path).toBe('email');
    letters.length = 0;
    expect((await attacker.browser.ask('POST', '/account/address', confirmed)).status).toBe(200);
    expect(letters).toMatchObject([{ to: 'new@borealis.example' }]);
    const token = /reset#([\w-]+)/.exec(letters[0]?.text ?? '')?.[1];
    const reader = world.openBrowser();
    expect((await reader.ask('POST', '/links/read', { token })).body.email).toBe('new@borealis.example');
    const set = await reader.ask('POST', '/password-reset', { token, password: victimsPassword });
    expect(set.body.account).toMatchObject({ email: 'new@borealis.example', addressProven: true });
    expect((await attacker.browser.ask('GET', '/session')).body.session).toBeNull();
    expect((await attacker.signInByPasskey()).status).toBe(401);
  },
);

onEachStore(
  'a disabled account cannot sign in in any way, and only the right password shows that it is disabled',
  async (harness) => {
    const { world, attacker } = await takenAddress(harness);
    const found = await world.store.accountByEmail({ email: victim });
    await world.store.setAccountDisabled({ accountId: found?.accountId ?? '', isDisabled: true });
    expect((await attacker.browser.ask('GET', '/session')).body.session).toBeNull();
    expect((await attacker.signInByPasskey()).body.error).toBe('console_account_disabled');
    const signIn = (password: string) => world.openBrowser().ask('POST', '/sign-in', { email: victim, password });
    expect((await signIn(attackersPassword)).body.error).toBe('console_account_disabled');
    expect((await signIn('not the password')).body.error).toBe('console_sign_in_failed');
  },
);

/**
 * Creates an account that a workspace's owner took over by accepting an invitation for someone else's address and
 * adding a passkey.
 */
async function takenAddress(
  harness: Parameters<typeof startConsoleWorld>[0],
  options: { sendLetter?: SendLetter } = {},
) {
  const world = await startConsoleWorld(harness, { config: { failedAuthenticationsPerMinute: 1_000 }, ...options });
  await world.importDocument({ workspaces: [{ ...sampleWorkspace('ws_borealis'), conversations: [] }] });
  const inviter = await world.member('owner');
  const { token } = await invited(world, inviter, world.workspaceId, victim);
  const browser = world.openBrowser();
  const account = { name: 'Rea', password: attackersPassword };
  expect((await browser.ask('POST', '/invitations/accept', { token, account })).status).toBe(200);
  const passkey = await addPasskey(world, browser, attackersPassword);
  const origin = localOf(world);
  return {
    world,
    attacker: {
      browser,
      async signInByPasskey() {
        const visitor = world.openBrowser();
        const { options: begun } = (await visitor.ask('POST', '/sign-in/passkey/begin', {}, { origin })).body;
        return visitor.ask('POST', '/sign-in/passkey', { response: passkey.authenticate(begun) }, { origin });
      },
    },
  };
}

async function invited(world: ConsoleWorld, by: Browser, workspaceId: string, email: string) {
  const made = await by.ask('POST', `/workspaces/${workspaceId}/invitations`, { email, role: 'editor' });
  if (made.status !== 200) throw new Error(`the invitation was refused: ${JSON.stringify(made.body)} ${world.url}`);
  return { token: String(made.body.link).split('#')[1] };
}

async function addPasskey(world: ConsoleWorld, browser: Browser, password: string) {
  const origin = localOf(world);
  const passkey = createAuthenticator(origin);
  const { options } = (await browser.ask('POST', '/account/passkeys/begin', { password }, { origin })).body;
  const registration = { name: 'Phone', response: passkey.register(options) };
  expect((await browser.ask('POST', '/account/passkeys', registration, { origin })).status).toBe(200);
  return passkey;
}

/**
 * Returns the console's URL with a host name instead of an IP address, because browsers create passkeys only for host
 * names.
 */
function localOf({ url }: ConsoleWorld): string {
  return url.replace('127.0.0.1', 'localhost');
}
