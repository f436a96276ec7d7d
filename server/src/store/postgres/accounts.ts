import type { AccountCareStore } from '../account-care-port.ts';
import type { AccountStore } from '../account-port.ts';
import { tooManyInvitations } from '../full-fault.ts';
import type { Call } from './database.ts';
import { codeOf } from './store-fault.ts';

export function createAccounts(call: Call): AccountStore & AccountCareStore {
  return {
    hasAccounts: () => call('has_accounts', {}),
    async makeLink(link) {
      try {
        return await call('make_link', { link: JSON.stringify(link) });
      } catch (error) {
        if (codeOf(error) === 'US001' || codeOf(Object(error).cause) === 'US001')
          throw tooManyInvitations(link.maxOpen ?? 0);
        throw error;
      }
    },
    readLink: ({ tokenHash, kind }) => call('read_link', { hash: tokenHash, kind }),
    useLink: ({ tokenHash, kind }) => call('use_link', { hash: tokenHash, kind }),
    listInvitations: ({ workspaceId }) => call('list_invitations', { workspace: workspaceId }),
    withdrawInvitation: ({ workspaceId, linkId }) =>
      call('withdraw_invitation', { workspace: workspaceId, link_id: linkId }),

    createAccount: ({ kind, tokenHash, accountId, email, name, passwordHash }) =>
      call('create_account', { kind, hash: tokenHash, account: accountId, email, name, password_hash: passwordHash }),
    joinWorkspace: ({ tokenHash, accountId }) => call('join_workspace', { hash: tokenHash, account: accountId }),
    resetPassword: ({ tokenHash, passwordHash, notice }) =>
      call('reset_password', { hash: tokenHash, password_hash: passwordHash, notice: JSON.stringify(notice) }),
    accountByEmail: ({ email }) => call('read_account', { account: null, email }),
    account: ({ accountId }) => call('read_account', { account: accountId, email: null }),
    changeAccount: ({ accountId, name, password }) =>
      call('change_account', {
        account: accountId,
        name,
        password: password === null ? null : JSON.stringify(password),
      }),

    countAttempt: ({ names }) =>
      call('count_attempt', { names: names.map(({ name }) => name), limits: names.map(({ limit }) => String(limit)) }),

    openSession: ({ sessionHash, sessionId, accountId, browser, idleMs, maxMs }) =>
      call('open_session', {
        hash: sessionHash,
        session: sessionId,
        account: accountId,
        browser,
        idle_ms: idleMs,
        max_ms: maxMs,
      }),
    useSession: ({ sessionHash, workspaceId, idleMs }) =>
      call('use_session', { hash: sessionHash, workspace: workspaceId, idle_ms: idleMs }),
    listSessions: ({ accountId }) => call('list_sessions', { account: accountId }),
    endSessions: ({ accountId, sessionId }) => call('end_sessions', { account: accountId, session: sessionId }),
    workspacesOf: ({ accountId }) => call('workspaces_of', { account: accountId }),

    addPasskey: (passkey) => call('add_passkey', { passkey: JSON.stringify(passkey) }),
    listPasskeys: ({ accountId }) => call('list_passkeys', { account: accountId }),
    passkey: ({ credentialId }) => call('read_passkey', { credential: credentialId }),
    touchPasskey: ({ credentialId, counter }) => call('touch_passkey', { credential: credentialId, counter }),
    removePasskey: ({ accountId, credentialId }) =>
      call('remove_passkey', { account: accountId, credential: credentialId }),

    listMembers: ({ workspaceId }) => call('list_members', { workspace: workspaceId }),
    changeMember: ({ workspaceId, accountId, role }) =>
      call('change_member', { workspace: workspaceId, account: accountId, role }),

    listAccounts: () => call('list_accounts', {}),
    setAccountDisabled: ({ accountId, isDisabled }) =>
      call('set_account_disabled', { account: accountId, disabled: isDisabled }),
    removeAccount: ({ accountId }) => call('remove_account', { account: accountId }),
    makeInstaller: ({ accountId }) => call('make_installer', { account: accountId }),
    listNotices: ({ accountId, sessionId }) => call('list_notices', { account: accountId, session: sessionId }),
    dismissNotices: ({ accountId, sessionId }) => call('dismiss_notices', { account: accountId, session: sessionId }),
  };
}
