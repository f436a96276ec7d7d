import { describe, expect, test } from 'vitest';
import type { StoreHarness } from '../../support/store-harness.ts';
import { installed, invite, link, notice, session, setUp, use } from './account-steps.ts';
import { openWorkspaces } from './open-workspaces.ts';
import { workspaceEntry } from './workspace-entry.ts';

const hourMs = 3_600_000;

export function describeAccounts(harness: StoreHarness): void {
  describe('accounts', () => {
    const open = () =>
      openWorkspaces(harness, workspaceEntry(), workspaceEntry({ id: 'ws_borealis', name: 'Borealis' }));

    test('a set-up link creates the first account, once, and that one owns every workspace, later ones too', async () => {
      const { store } = await open();
      expect(await store.hasAccounts()).toBe(false);
      await store.makeLink(link({ kind: 'set_up', tokenHash: 'new' }));
      const outcomes = await Promise.all([setUp(store, 'new', 'acc_a'), setUp(store, 'new', 'acc_b')]);
      expect(outcomes.toSorted()).toEqual(['created', 'link_invalid']);
      expect(await store.hasAccounts()).toBe(true);
      await store.makeLink(link({ kind: 'set_up', tokenHash: 'second' }));
      expect(await setUp(store, 'second', 'acc_c', 'c@aurora.example')).toBe('link_invalid');

      const first = await store.accountByEmail({ email: 'a@aurora.example' });
      expect(first).toMatchObject({ isInstaller: true, passwordHash: 'hash' });
      const accountId = first?.accountId ?? '';
      await store.importDocument(
        { workspaces: [workspaceEntry({ id: 'ws_late', name: 'Late' })] },
        { forceState: false, dryRun: false },
      );
      const workspaces = await store.workspacesOf({ accountId });
      expect(workspaces.map(({ workspaceId, role }) => [workspaceId, role])).toEqual(
        expect.arrayContaining([
          ['ws_aurora', 'owner'],
          ['ws_borealis', 'owner'],
          ['ws_late', 'owner'],
        ]),
      );
    });

    test('set-up links of several processes are valid side by side, and only the first to be used works', async () => {
      const { store } = await open();
      const names = ['one', 'two', 'three', 'four'];
      await Promise.all(names.map((tokenHash) => store.makeLink(link({ kind: 'set_up', tokenHash }))));
      const read = () => Promise.all(names.map((tokenHash) => store.readLink({ tokenHash, kind: 'set_up' })));
      expect((await read()).map((found) => found?.linkId)).toEqual(names.map((name) => `link_${name}`));
      const outcomes = await Promise.all(
        names.map((name) => setUp(store, name, `acc_${name}`, `${name}@aurora.example`)),
      );
      expect(outcomes.toSorted()).toEqual(['created', 'link_invalid', 'link_invalid', 'link_invalid']);
      expect(await read()).toEqual([null, null, null, null]);
    });

    test('the newest twenty unused set-up links are kept', async () => {
      const { store } = await open();
      for (let number = 0; number < 22; number += 1) {
        await store.makeLink(link({ kind: 'set_up', tokenHash: String(number) }));
      }
      const found = await Promise.all(
        Array.from({ length: 22 }, (_, number) => store.readLink({ tokenHash: String(number), kind: 'set_up' })),
      );
      expect(found.filter((each) => each !== null)).toHaveLength(20);
      expect(found[21]).not.toBeNull();
    });

    test('an expired link does not work', async () => {
      const { store, openAt } = await open();
      await store.makeLink(link({ kind: 'set_up', tokenHash: 'new', lifetimeMs: 1_000 }));
      const later = await openAt(2_000);
      expect(await later.readLink({ tokenHash: 'new', kind: 'set_up' })).toBeNull();
      expect(await setUp(later, 'new')).toBe('link_invalid');
      expect(await store.readLink({ tokenHash: 'new', kind: 'invitation' })).toBeNull();
    });

    test('an invitation creates an account with its address that sees only its workspace', async () => {
      const { store } = await installed(harness);
      const invited = link({
        kind: 'invitation',
        tokenHash: 'inv',
        workspaceId: 'ws_borealis',
        role: 'reviewer',
        email: 'r@aurora.example',
      });
      await store.makeLink(invited);
      expect(await store.listInvitations({ workspaceId: 'ws_borealis' })).toMatchObject([
        { email: 'r@aurora.example', role: 'reviewer' },
      ]);
      expect(await store.listInvitations({ workspaceId: 'ws_aurora' })).toEqual([]);
      expect(await invite(store, 'inv', 'acc_r')).toBe('created');
      expect(await invite(store, 'inv', 'acc_s')).toBe('link_invalid');
      expect(await store.account({ accountId: 'acc_r' })).toMatchObject({
        email: 'r@aurora.example',
        isInstaller: false,
      });
      expect(await store.workspacesOf({ accountId: 'acc_r' })).toMatchObject([
        { workspaceId: 'ws_borealis', role: 'reviewer' },
      ]);
      expect(await store.listInvitations({ workspaceId: 'ws_borealis' })).toEqual([]);

      await store.makeLink({ ...invited, linkId: 'l2', tokenHash: 'inv2', workspaceId: 'ws_aurora', role: 'editor' });
      expect(await store.joinWorkspace({ tokenHash: 'inv2', accountId: 'acc_owner' })).toBe('other_address');
      expect(await store.joinWorkspace({ tokenHash: 'inv2', accountId: 'acc_r' })).toBe('joined');
      expect((await store.workspacesOf({ accountId: 'acc_r' })).map(({ role }) => role).toSorted()).toEqual([
        'editor',
        'reviewer',
      ]);
    });

    test('an invitation for an address that has an account is not used up by a second one', async () => {
      const { store } = await installed(harness);
      await store.makeLink(
        link({
          kind: 'invitation',
          tokenHash: 'inv',
          workspaceId: 'ws_aurora',
          role: 'editor',
          email: 'owner@aurora.example',
        }),
      );
      expect(await invite(store, 'inv', 'acc_r')).toBe('email_taken');
      expect(await store.readLink({ tokenHash: 'inv', kind: 'invitation' })).not.toBeNull();
    });

    test('an invitation can be withdrawn from its own workspace only', async () => {
      const { store } = await installed(harness);
      await store.makeLink(
        link({
          kind: 'invitation',
          tokenHash: 'inv',
          linkId: 'l1',
          workspaceId: 'ws_aurora',
          role: 'editor',
          email: 'e@aurora.example',
        }),
      );
      expect(await store.withdrawInvitation({ workspaceId: 'ws_borealis', linkId: 'l1' })).toBe(false);
      expect(await store.withdrawInvitation({ workspaceId: 'ws_aurora', linkId: 'l1' })).toBe(true);
      expect(await invite(store, 'inv', 'acc_e')).toBe('link_invalid');
    });

    test('a session gives its account and its role in one workspace, is extended while it is used, and ends eventually', async () => {
      const { store, openAt } = await installed(harness);
      await store.openSession(session('s1'));
      expect(await store.useSession(use('s1', 'ws_aurora'))).toMatchObject({
        accountId: 'acc_owner',
        role: 'owner',
        hasPassword: true,
      });
      expect(await store.useSession(use('s1', 'ws_nowhere'))).toMatchObject({ role: null });
      expect(await store.useSession(use('s1', null))).toMatchObject({ role: null });
      expect(await store.useSession(use('s2', null))).toBeNull();
      expect(await (await openAt(36 * hourMs)).useSession(use('s1', null))).toBeNull();
      await (await openAt(19 * hourMs)).useSession(use('s1', null));
      await (await openAt(36 * hourMs)).useSession(use('s1', null));
      expect(await (await openAt(53 * hourMs)).useSession(use('s1', null))).not.toBeNull();
      expect(await (await openAt(74 * hourMs)).useSession(use('s1', null))).toBeNull();
    });

    test('sessions are listed and ended one by one, all together, or all but one by a new password', async () => {
      const { store } = await installed(harness);
      for (const name of ['s1', 's2', 's3']) await store.openSession(session(name));
      expect(
        (await store.listSessions({ accountId: 'acc_owner' })).map(({ sessionId }) => sessionId).toSorted(),
      ).toEqual(['s1', 's2', 's3']);
      expect(await store.endSessions({ accountId: 'acc_other', sessionId: 's1' })).toBe(0);
      expect(await store.endSessions({ accountId: 'acc_owner', sessionId: 's1' })).toBe(1);
      const password = {
        hash: 'other',
        keptSessionId: 's2',
        keepsSessions: false,
        keepsPasskeys: false,
        notice: notice('n1'),
      };
      const change = { accountId: 'acc_owner', name: null, password };
      expect(await store.changeAccount(change)).toBe(true);
      expect(await store.listSessions({ accountId: 'acc_owner' })).toMatchObject([{ sessionId: 's2' }]);
      await store.openSession(session('s4'));
      expect(await store.endSessions({ accountId: 'acc_owner', sessionId: null })).toBe(2);
      expect(await store.useSession(use('s4', null))).toBeNull();
    });

    test('a reset link replaces the password once and ends every session', async () => {
      const { store } = await installed(harness);
      await store.openSession(session('s1'));
      await store.makeLink(link({ kind: 'password_reset', tokenHash: 'reset', accountId: 'acc_owner' }));
      expect(await store.resetPassword({ tokenHash: 'reset', passwordHash: 'fresh', notice: notice('n1') })).toBe(
        'acc_owner',
      );
      expect(await store.resetPassword({ tokenHash: 'reset', passwordHash: 'again', notice: notice('n2') })).toBeNull();
      expect(await store.account({ accountId: 'acc_owner' })).toMatchObject({ passwordHash: 'fresh' });
      expect(await store.useSession(use('s1', null))).toBeNull();
    });

    test('attempts are counted by name, and rejected ones do not count again', async () => {
      const { store } = await open();
      const attempt = (name: string) =>
        store.countAttempt({
          names: [
            { name, limit: 2 },
            { name: 'everybody', limit: 9 },
          ],
        });
      expect([await attempt('a'), await attempt('a')]).toEqual([0, 0]);
      const wait = await attempt('a');
      expect(wait).toBeGreaterThan(50);
      expect(wait).toBeLessThanOrEqual(61);
      expect(await attempt('b')).toBe(0);
    });

    test('passkeys are kept under their credential, and removed by their account only', async () => {
      const { store } = await installed(harness);
      const passkey = {
        credentialId: 'cred',
        accountId: 'acc_owner',
        name: 'Phone',
        publicKey: 'AAEC',
        counter: 0,
        transports: ['internal'],
      };
      const told = { ...passkey, notice: notice('n1') };
      expect(await store.addPasskey(told)).toBe(true);
      expect(await store.addPasskey(told)).toBe(false);
      await store.touchPasskey({ credentialId: 'cred', counter: 7 });
      expect(await store.passkey({ credentialId: 'cred' })).toMatchObject({
        ...passkey,
        counter: 7,
        lastUsedAt: expect.any(Number),
      });
      expect(await store.listPasskeys({ accountId: 'acc_owner' })).toHaveLength(1);
      expect(await store.removePasskey({ accountId: 'acc_other', credentialId: 'cred' })).toBe(false);
      expect(await store.removePasskey({ accountId: 'acc_owner', credentialId: 'cred' })).toBe(true);
      expect(await store.passkey({ credentialId: 'cred' })).toBeNull();
    });

    test('a member gets another role or leaves; an installer stays owner', async () => {
      const { store } = await installed(harness);
      await store.makeLink(
        link({
          kind: 'invitation',
          tokenHash: 'inv',
          workspaceId: 'ws_aurora',
          role: 'reviewer',
          email: 'r@aurora.example',
        }),
      );
      await invite(store, 'inv', 'acc_r');
      expect(await store.listMembers({ workspaceId: 'ws_aurora' })).toMatchObject([
        { accountId: 'acc_owner', role: 'owner', isInstaller: true },
        { accountId: 'acc_r', role: 'reviewer', isInstaller: false, lastSeenAt: null },
      ]);
      expect(await store.changeMember({ workspaceId: 'ws_borealis', accountId: 'acc_r', role: 'owner' })).toBe(false);
      expect(await store.changeMember({ workspaceId: 'ws_aurora', accountId: 'acc_r', role: 'owner' })).toBe(true);
      expect(await store.workspacesOf({ accountId: 'acc_r' })).toMatchObject([{ role: 'owner' }]);
      expect(await store.changeMember({ workspaceId: 'ws_aurora', accountId: 'acc_owner', role: null })).toBe(false);
      expect(await store.changeMember({ workspaceId: 'ws_aurora', accountId: 'acc_r', role: null })).toBe(true);
      expect(await store.workspacesOf({ accountId: 'acc_r' })).toEqual([]);
    });
  });
}
