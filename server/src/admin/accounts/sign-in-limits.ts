import { setTimeout as delay } from 'node:timers/promises';
import { ConsoleError } from '../../domain/console/console-error.ts';
import { hashApiKey } from '../../lib/secrets.ts';
import type { Store } from '../../store/port.ts';
import type { Visitor } from './open-session.ts';

/** Attempts on one account within a minute: from one address or browser, and from all that are unknown before each waits. */
const perMinute = { fromOne: 5, unhurried: 10 };
/** How many wait for one account, and for all. */
const mostWaiting = { account: 8, all: 200 };

export interface SignInLimitDeps {
  readonly store: Pick<Store, 'countAttempt'>;
  /** Attempts that one address may make within a minute, on whatever account. */
  readonly attemptsPerAddress: number;
  /** How long each attempt waits on an account that is tried from many addresses, after the one before it. Default: 3 s. */
  readonly paceMs?: number;
}

/**
 * How often passwords and links may be tried. Nobody is kept out of their account by others: a browser that was signed in
 * before is counted by itself, and an account that many addresses try is slowed, not closed. An address that is no
 * account's is treated like one that is.
 */
export function createSignInLimits({ store, attemptsPerAddress, paceMs = 3_000 }: SignInLimitDeps) {
  const lines = new Map<string, { readonly addresses: Set<string>; endsAtMs: number }>();
  let waiting = 0;

  async function count(names: Parameters<Store['countAttempt']>[0]['names']): Promise<void> {
    const retryAfterSeconds = await store.countAttempt({ names });
    if (retryAfterSeconds > 0) throw new ConsoleError('console_too_many_attempts', { retryAfterSeconds });
  }
  const ofAddress = ({ address }: Visitor) => ({ name: `sign-in from ${address}`, limit: attemptsPerAddress });

  async function waitInLine(account: string, address: string): Promise<void> {
    const line = lines.get(account) ?? { addresses: new Set(), endsAtMs: 0 };
    const { addresses } = line;
    if (addresses.has(address) || addresses.size >= mostWaiting.account || waiting >= mostWaiting.all) {
      const retryAfterSeconds = Math.ceil((mostWaiting.account * paceMs) / 1_000);
      throw new ConsoleError('console_too_many_attempts', { retryAfterSeconds });
    }
    lines.set(account, line);
    addresses.add(address);
    waiting += 1;
    const nowMs = performance.now();
    line.endsAtMs = Math.max(line.endsAtMs, nowMs) + paceMs;
    await delay(line.endsAtMs - nowMs);
    waiting -= 1;
    addresses.delete(address);
    if (addresses.size === 0) lines.delete(account);
  }

  return {
    /** Counts an attempt of anybody. @throws ConsoleError `console_too_many_attempts` */
    countAttempt: (visitor: Visitor) => count([ofAddress(visitor)]),

    /** Counts a password that somebody who is signed in gives as their own. @throws ConsoleError `console_too_many_attempts` */
    countOwnPassword: (accountId: string) =>
      count([{ name: `own password of ${accountId}`, limit: perMinute.fromOne }]),

    /** Counts a password tried on the account of an e-mail address, from a known browser or not. @throws ConsoleError `console_too_many_attempts` */
    async countPassword(visitor: Visitor, email: string, browser: string | null): Promise<void> {
      if (browser !== null) return count([{ name: `sign-in by ${browser}`, limit: perMinute.fromOne }]);
      const account = hashApiKey(email);
      const fromOne = { name: `sign-in as ${account} from ${visitor.address}`, limit: perMinute.fromOne };
      await count([ofAddress(visitor), fromOne]);
      const fromAll = { name: `sign-in as ${account}`, limit: perMinute.unhurried };
      if ((await store.countAttempt({ names: [fromAll] })) > 0) await waitInLine(account, visitor.address);
    },
  };
}
