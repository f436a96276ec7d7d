import { ConsoleError } from '../../domain/console/console-error.ts';
import { hashApiKey } from '../../lib/secrets.ts';
import { createPacedLine, type PacedLine } from '../../lib/turns/paced-line.ts';
import type { Store } from '../../store/port.ts';
import type { Visitor } from './open-session.ts';

/**
 * The maximum numbers of attempts per minute on one account. `fromOne` applies to a single address or browser.
 * `unhurried` applies to all unknown browsers together; further attempts have to wait.
 */
const perMinute = { fromOne: 5, unhurried: 10 };
/** How many addresses may wait for one account. */
const mostWaiting = 8;

export interface SignInLimitDeps {
  readonly store: Pick<Store, 'countAttempt'>;
  /** The number of attempts that one address may make within a minute, on any account. */
  readonly attemptsPerAddress: number;
  /** How many attempts may wait in this process, for all accounts; further ones are rejected. Default: 0. */
  readonly maxWaiting?: number;
  /** The pause between attempts on an account that many addresses try, in milliseconds. Default: 3,000. */
  readonly paceMs?: number;
}

/**
 * Creates the limits on attempts with passwords and links. A browser that has signed in to an account before has its
 * own count, so attempts from other browsers never lock it out. If many addresses try an account, further attempts from
 * unknown browsers wait in a queue in this process. While the queue is full, such attempts are rejected. An attacker
 * who keeps the queue full, from eight addresses, keeps new browsers out of that account during the attack. An email
 * address without an account is treated like one with an account.
 */
export function createSignInLimits({ store, attemptsPerAddress, maxWaiting = 0, paceMs = 3_000 }: SignInLimitDeps) {
  const lines = new Map<string, PacedLine>();
  let waiting = 0;

  async function count(names: Parameters<Store['countAttempt']>[0]['names']): Promise<void> {
    const retryAfterSeconds = await store.countAttempt({ names });
    if (retryAfterSeconds > 0) throw new ConsoleError('console_too_many_attempts', { retryAfterSeconds });
  }
  const ofAddress = ({ address }: Visitor) => ({ name: `sign-in from ${address}`, limit: attemptsPerAddress });

  async function waitInLine(account: string, address: string, gone: AbortSignal): Promise<void> {
    const line = lines.get(account) ?? createPacedLine(paceMs);
    if (line.has(address) || line.size() >= mostWaiting || waiting >= maxWaiting) {
      throw new ConsoleError('console_too_many_attempts', {
        retryAfterSeconds: Math.ceil((mostWaiting * paceMs) / 1_000),
      });
    }
    lines.set(account, line);
    waiting += 1;
    try {
      await line.wait(address, gone);
    } finally {
      waiting -= 1;
      if (line.size() === 0) lines.delete(account);
    }
  }

  return {
    /** Counts any attempt. @throws ConsoleError `console_too_many_attempts` */
    countAttempt: (visitor: Visitor) => count([ofAddress(visitor)]),

    /**
     * Counts an attempt to confirm a signed-in user's own password. @throws ConsoleError `console_too_many_attempts`
     */
    countOwnPassword: (accountId: string) =>
      count([{ name: `own password of ${accountId}`, limit: perMinute.fromOne }]),

    /**
     * Counts a password attempt on the account with an email address. `browser` is the known browser's name, or null.
     * @throws ConsoleError `console_too_many_attempts`; or the reason of `gone` if it is aborted
     */
    async countPassword(visitor: Visitor, email: string, browser: string | null, gone: AbortSignal): Promise<void> {
      if (browser !== null) return count([{ name: `sign-in by ${browser}`, limit: perMinute.fromOne }]);
      const account = hashApiKey(email);
      const fromOne = { name: `sign-in as ${account} from ${visitor.address}`, limit: perMinute.fromOne };
      await count([ofAddress(visitor), fromOne]);
      const fromAll = { name: `sign-in as ${account}`, limit: perMinute.unhurried };
      if ((await store.countAttempt({ names: [fromAll] })) > 0) await waitInLine(account, visitor.address, gone);
    },
  };
}
