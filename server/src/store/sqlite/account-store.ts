import type { SlidingWindows } from '../../domain/sliding-window.ts';
import type { AccountCareStore } from '../account-care-port.ts';
import type { AccountStore } from '../account-port.ts';
import type { Connection } from './connection.ts';
import type { PortReads } from './port-reads.ts';
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

/** Creates the operations of the accounts port that are in neither `portReads` nor `portWrites`. */
export function createAccountStore({
  thread,
  read,
  attempts,
  windowNowMs,
}: AccountStoreDeps): Omit<AccountStore & AccountCareStore, keyof PortReads | keyof PortWrites> {
  return {
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
  };
}
