import type { SlidingWindows } from '../../domain/sliding-window.ts';
import type { AccountCareStore } from '../account-care-port.ts';
import type { AccountStore } from '../account-port.ts';
import * as care from './account-care.ts';
import * as accounts from './accounts.ts';
import type { Connection } from './connection.ts';
import * as links from './links.ts';
import * as notices from './notices.ts';
import * as sessions from './sessions.ts';
import type { Moment } from './transaction.ts';
import type { WriteThread } from './write-thread.ts';

export interface AccountStoreDeps {
  readonly thread: Pick<WriteThread, 'write'>;
  readonly read: <Result>(from: (db: Connection, moment: Moment) => Result) => Promise<Result>;
  readonly attempts: SlidingWindows;
  /** Uses one clock that never runs backwards. */
  readonly windowNowMs: () => number;
}

/** Implements the accounts port over the write thread and the read connection. */
export function createAccountStore({
  thread,
  read,
  attempts,
  windowNowMs,
}: AccountStoreDeps): AccountStore & AccountCareStore {
  return {
    hasAccounts: () => read(accounts.hasAccounts),
    makeLink: (input) => thread.write('makeLink', input),
    readLink: (input) => read((_, at) => links.readLink(at, input)),
    useLink: (input) => thread.write('useLink', input),
    listInvitations: (input) => read((_, at) => links.listInvitations(at, input)),
    withdrawInvitation: (input) => thread.write('withdrawInvitation', input),

    createAccount: (input) => thread.write('createAccount', input),
    joinWorkspace: (input) => thread.write('joinWorkspace', input),
    resetPassword: (input) => thread.write('resetPassword', input),
    accountByEmail: (input) => read((db) => accounts.accountByEmail(db, input)),
    account: (input) => read((db) => accounts.account(db, input)),
    changeAccount: (input) => thread.write('changeAccount', input),

    async countAttempt({ names }) {
      const at = windowNowMs();
      const waits = names.map(({ name, limit }) => attempts.secondsToWait(name, limit, at));
      const longest = Math.max(0, ...waits);
      if (longest === 0) for (const { name } of names) attempts.count(name, at);
      return longest;
    },

    openSession: (input) => thread.write('openSession', input),
    async useSession(input) {
      const found = await read((_, at) => sessions.readSession(at, input));
      if (found?.isStale) await thread.write('touchSession', input);
      return found?.record ?? null;
    },
    listSessions: (input) => read((_, at) => sessions.listSessions(at, input)),
    endSessions: (input) => thread.write('endSessions', input),
    workspacesOf: (input) => read((db) => accounts.workspacesOf(db, input)),

    addPasskey: (input) => thread.write('addPasskey', input),
    listPasskeys: (input) => read((db) => sessions.listPasskeys(db, input)),
    passkey: (input) => read((db) => sessions.readPasskey(db, input)),
    touchPasskey: (input) => thread.write('touchPasskey', input),
    removePasskey: (input) => thread.write('removePasskey', input),

    listMembers: (input) => read((db) => accounts.listMembers(db, input)),
    changeMember: (input) => thread.write('changeMember', input),

    listAccounts: () => read(care.listAccounts),
    setAccountDisabled: (input) => thread.write('setAccountDisabled', input),
    removeAccount: (input) => thread.write('removeAccount', input),
    makeInstaller: (input) => thread.write('makeInstaller', input),
    listNotices: (input) => read((_, at) => notices.listNotices(at, input)),
    dismissNotices: (input) => thread.write('dismissNotices', input),
  };
}
