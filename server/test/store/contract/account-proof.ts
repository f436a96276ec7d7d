import { describe, expect, test } from 'vitest';
import type { Store } from '../../../src/store/port.ts';
import type { StoreHarness } from '../../support/store-harness.ts';
import { installed, invite, link, notice, session, use } from './account-steps.ts';

const email = 'r@aurora.example';

export function describeAccountProof(harness: StoreHarness): void {
  describe('proof of addresses', () => {
    test('an account with an unverified address joins no further workspace, and no second account takes the address', async () => {
      const { store } = await withUnproven(harness);
      expect(await store.account({ accountId: 'acc_r' })).toMatchObject({ isProven: false });
      await inviteTo(store, 'ws_borealis', 'second', false);
      expect(await store.joinWorkspace({ tokenHash: 'second', accountId: 'acc_r' })).toBe('address_unproven');
      expect(await invite(store, 'second', 'acc_s')).toBe('address_unproven');
      expect((await store.workspacesOf({ accountId: 'acc_r' })).map(({ workspaceId }) => workspaceId)).toEqual([
        'ws_aurora',
      ]);
      // For an existing member, a different role is not an additional workspace.
      await inviteTo(store, 'ws_aurora', 'role', false);
      expect(await store.joinWorkspace({ tokenHash: 'role', accountId: 'acc_r' })).toBe('joined');
    });

    test('an invitation that verifies the address gives a new account the memberships of the unverified one, and ends that one', async () => {
      const { store } = await withUnproven(harness);
      await store.openSession({ ...session('theirs'), accountId: 'acc_r' });
      await addPasskey(store, 'acc_r');
      await inviteTo(store, 'ws_borealis', 'vouched', true);
      expect(await invite(store, 'vouched', 'acc_real')).toBe('created');
      expect(await store.useSession(use('theirs', null))).toBeNull();
      expect(await store.passkey({ credentialId: 'cred' })).toBeNull();
      expect(await store.account({ accountId: 'acc_r' })).toBeNull();
      const [members] = [await store.workspacesOf({ accountId: 'acc_real' })];
      expect(members.map(({ workspaceId }) => workspaceId).toSorted()).toEqual(['ws_aurora', 'ws_borealis']);
      expect(await store.accountByEmail({ email })).toMatchObject({ accountId: 'acc_real', isProven: true });
    });

    test('a reset verifies the address and ends every session and passkey, unless its link keeps the passkeys', async () => {
      const { store } = await withUnproven(harness);
      await addPasskey(store, 'acc_r');
      const reset = (tokenHash: string) =>
        store.resetPassword({ tokenHash, passwordHash: tokenHash, notice: notice(tokenHash) });
      await store.makeLink(link({ kind: 'password_reset', tokenHash: 'reset', accountId: 'acc_r', email }));
      expect(await reset('reset')).toBe('acc_r');
      expect(await store.account({ accountId: 'acc_r' })).toMatchObject({ isProven: true, passwordHash: 'reset' });
      expect(await store.listPasskeys({ accountId: 'acc_r' })).toEqual([]);
      await addPasskey(store, 'acc_r');
      const keeps = { keepsPasskeys: true, accountId: 'acc_r', email };
      await store.makeLink(link({ kind: 'password_reset', tokenHash: 'kept', ...keeps }));
      expect(await reset('kept')).toBe('acc_r');
      expect(await store.listPasskeys({ accountId: 'acc_r' })).toHaveLength(1);
    });

    test('a link to a new address moves an account there, over an unverified account and never over a verified one', async () => {
      const { store } = await withUnproven(harness);
      const reset = (tokenHash: string) =>
        store.resetPassword({ tokenHash, passwordHash: 'h', notice: notice(tokenHash) });
      const toOwners = { kind: 'password_reset', accountId: 'acc_r', email: 'owner@aurora.example' } as const;
      await store.makeLink(link({ ...toOwners, tokenHash: 'to_owner' }));
      expect(await reset('to_owner')).toBeNull();
      expect(await store.account({ accountId: 'acc_r' })).toMatchObject({ email, isProven: false });

      await store.makeLink(link({ kind: 'password_reset', accountId: 'acc_owner', email, tokenHash: 'over' }));
      expect(await reset('over')).toBe('acc_owner');
      expect(await store.account({ accountId: 'acc_owner' })).toMatchObject({ email });
      expect(await store.account({ accountId: 'acc_r' })).toBeNull();
      expect(await store.listNotices({ accountId: 'acc_owner', sessionId: 'any' })).toMatchObject([
        { kind: 'address_changed', detail: email },
      ]);
    });

    test('a new password ends passkeys, other sessions and open reset links, except those that are kept', async () => {
      const { store } = await withUnproven(harness);
      const change = (kept: { keepsSessions: boolean; keepsPasskeys: boolean }) =>
        store.changeAccount({
          accountId: 'acc_r',
          name: null,
          password: { hash: 'new', keptSessionId: 'own', ...kept, notice: notice(`note_${kept.keepsPasskeys}`) },
        });
      for (const name of ['own', 'other']) await store.openSession({ ...session(name), accountId: 'acc_r' });
      await addPasskey(store, 'acc_r');
      await store.makeLink(link({ kind: 'password_reset', tokenHash: 'reset', accountId: 'acc_r', email }));
      await change({ keepsSessions: true, keepsPasskeys: true });
      expect(await store.listSessions({ accountId: 'acc_r' })).toHaveLength(2);
      expect(await store.listPasskeys({ accountId: 'acc_r' })).toHaveLength(1);
      expect(await store.readLink({ tokenHash: 'reset', kind: 'password_reset' })).toBeNull();
      await change({ keepsSessions: false, keepsPasskeys: false });
      expect(await store.listSessions({ accountId: 'acc_r' })).toMatchObject([{ sessionId: 'own' }]);
      expect(await store.listPasskeys({ accountId: 'acc_r' })).toEqual([]);
    });

    test('an unverified account is removed with its last membership, and its address is free again; a verified one stays', async () => {
      const { store } = await withUnproven(harness);
      expect(await store.changeMember({ workspaceId: 'ws_aurora', accountId: 'acc_r', role: null })).toBe(true);
      expect(await store.account({ accountId: 'acc_r' })).toBeNull();
      await inviteTo(store, 'ws_aurora', 'again', true);
      expect(await invite(store, 'again', 'acc_again')).toBe('created');
      await store.changeMember({ workspaceId: 'ws_aurora', accountId: 'acc_again', role: null });
      expect(await store.account({ accountId: 'acc_again' })).not.toBeNull();
    });

    test('every session except the one that made it is notified of a new credential, until that session dismisses it', async () => {
      const { store, openAt } = await withUnproven(harness);
      for (const name of ['own', 'other', 'third']) await store.openSession({ ...session(name), accountId: 'acc_r' });
      await addPasskey(store, 'acc_r', 'own');
      const told = (sessionId: string) => store.listNotices({ accountId: 'acc_r', sessionId });
      expect(await told('own')).toEqual([]);
      expect(await told('other')).toMatchObject([
        { kind: 'passkey_added', detail: 'Phone', browser: 'Firefox on Linux' },
      ]);
      await store.dismissNotices({ accountId: 'acc_r', sessionId: 'other' });
      expect(await told('other')).toEqual([]);
      expect(await told('third')).toHaveLength(1);
      const later = await openAt(31 * 86_400_000);
      expect(await later.listNotices({ accountId: 'acc_r', sessionId: 'third' })).toEqual([]);
    });
  });

  describe('accounts under an operator', () => {
    test('a disabled account has no session and resets no password; enabled, it starts without a session', async () => {
      const { store } = await withUnproven(harness);
      await store.openSession({ ...session('open'), accountId: 'acc_r' });
      expect(await store.setAccountDisabled({ accountId: 'acc_r', isDisabled: true })).toBe(true);
      expect(await store.useSession(use('open', null))).toBeNull();
      await store.openSession({ ...session('raced'), accountId: 'acc_r' });
      expect(await store.useSession(use('raced', null))).toBeNull();
      await store.makeLink(link({ kind: 'password_reset', tokenHash: 'reset', accountId: 'acc_r', email }));
      expect(await store.resetPassword({ tokenHash: 'reset', passwordHash: 'h', notice: notice('n') })).toBeNull();
      expect(await store.setAccountDisabled({ accountId: 'acc_r', isDisabled: false })).toBe(true);
      expect(await store.useSession(use('raced', null))).toBeNull();
      expect(await store.setAccountDisabled({ accountId: 'acc_nobody', isDisabled: true })).toBe(false);
    });

    test('only a verified account can replace the installer, who is then an ordinary account', async () => {
      const { store } = await withUnproven(harness);
      expect(await store.makeInstaller({ accountId: 'acc_nobody' })).toBe('missing');
      expect(await store.makeInstaller({ accountId: 'acc_r' })).toBe('unproven');
      expect(await store.removeAccount({ accountId: 'acc_owner' })).toBe('installer');
      await store.makeLink(link({ kind: 'password_reset', tokenHash: 'reset', accountId: 'acc_r', email }));
      await store.resetPassword({ tokenHash: 'reset', passwordHash: 'h', notice: notice('n') });
      await inviteTo(store, 'ws_borealis', 'open', true, 'acc_owner', 'x@aurora.example');
      expect(await store.makeInstaller({ accountId: 'acc_r' })).toBe('made');
      expect(await store.account({ accountId: 'acc_owner' })).toMatchObject({ isInstaller: false, isProven: true });
      expect(await store.workspacesOf({ accountId: 'acc_owner' })).toEqual([]);
      expect((await store.workspacesOf({ accountId: 'acc_r' })).map(({ role }) => role)).toEqual(['owner', 'owner']);
      expect(await store.listInvitations({ workspaceId: 'ws_borealis' })).toEqual([]);
      expect(await store.removeAccount({ accountId: 'acc_owner' })).toBe('removed');
      expect(await store.removeAccount({ accountId: 'acc_r' })).toBe('removed');
      expect(await store.hasAccounts()).toBe(false);
    });

    test('accounts are listed with their workspaces, passkeys and state', async () => {
      const { store } = await withUnproven(harness);
      await addPasskey(store, 'acc_r');
      expect(await store.listAccounts()).toMatchObject([
        { email: 'owner@aurora.example', isInstaller: true, isProven: true, passkeys: 0, memberships: [] },
        {
          email,
          isInstaller: false,
          isProven: false,
          isDisabled: false,
          passkeys: 1,
          memberships: [{ workspaceId: 'ws_aurora', role: 'editor' }],
        },
      ]);
    });
  });
}

/** Adds acc_r as a member of Aurora through an invitation that does not verify the address. */
async function withUnproven(harness: StoreHarness) {
  const data = await installed(harness);
  await inviteTo(data.store, 'ws_aurora', 'first_invitation', false);
  expect(await invite(data.store, 'first_invitation', 'acc_r')).toBe('created');
  return data;
}

function inviteTo(
  store: Store,
  workspaceId: string,
  tokenHash: string,
  provesAddress: boolean,
  accountId: string | null = null,
  address = email,
) {
  const given = {
    kind: 'invitation',
    tokenHash,
    workspaceId,
    role: 'editor',
    email: address,
    accountId,
    provesAddress,
  } as const;
  return store.makeLink(link(given));
}

function addPasskey(store: Store, accountId: string, sessionId: string | null = null) {
  const passkey = { credentialId: 'cred', accountId, name: 'Phone', publicKey: 'AAEC', counter: 0, transports: [] };
  return store.addPasskey({ ...passkey, notice: notice(`note_${Math.random()}`, sessionId) });
}
