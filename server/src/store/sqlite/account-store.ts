import type { SlidingWindows } from '../../domain/sliding-window.ts';
import type { AccountCareStore } from '../account-care-port.ts';
import type { AccountStore } from '../account-port.ts';
import * as care from './account-care.ts';
import * as accounts from './accounts.ts';
import type { Connection } from './connection.ts';
import * as links from './links.ts';
import * as notices from './notices.ts';
import type { PortWrites } from './port-writes.ts';
import * as sessions from './sessions.ts';
import type { Moment } from './transaction.ts';
import type { WriteThread } from './write-thread.ts';

export interface AccountStoreDeps {
  readonly thread: Pick<WriteThread, 'write'>;
  readonly read: <Result>(from: (db: Connection, moment: Moment) => Result) => Promise<Result>;
  readonly attempts: SlidingWindows;
  /** Returns the time of a clock that never runs backwards, in milliseconds. */
  readonly windowNowMs: () => number;
}

/** Creates the operations of the accounts port that are not in `portWrites`. */
export function createAccountStore({
  thread,
  read,
  attempts,
  windowNowMs,
}: AccountStoreDeps): Omit<AccountStore & AccountCareStore, keyof PortWrites> {
  return {
    hasAccounts: () => read(accounts.hasAccounts),
    readLink: (input) => read((_, at) => links.readLink(at, input)),
    listInvitations: (input) => read((_, at) => links.listInvitations(at, input)),

    accountByEmail: (input) => read((db) => accounts.accountByEmail(db, input)),
    account: (input) => read((db) => accounts.account(db, input)),

    async countAttempt({ names }) {
      const at = windowNowMs();
      const waits = names.map(({ name, limit }) => attempts.secondsToWait(name, limit, at));
      const longest = Math.max(0, ...waits);
      if (longest === 0) for (const { name } of names) attempts.count(name, at);
      return longest;
    },

    async useSession(input) {
      const found = await read((_, at) => sessions.readSession(at, input));
      if (found?.isStale) await thread.write('touchSession', input);
      return found?.record ?? null;
    },
    listSessions: (input) => read((_, at) => sessions.listSessions(at, input)),
    workspacesOf: (input) => read((db) => accounts.workspacesOf(db, input)),

    listPasskeys: (input) => read((db) => sessions.listPasskeys(db, input)),
    passkey: (input) => read((db) => sessions.readPasskey(db, input)),

    listMembers: (input) => read((db) => accounts.listMembers(db, input)),

    listAccounts: () => read(care.listAccounts),
    listNotices: (input) => read((_, at) => notices.listNotices(at, input)),
  };
}
