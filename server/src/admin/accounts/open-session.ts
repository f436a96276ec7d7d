import { createId } from '../../lib/ids.ts';
import { createToken } from '../../lib/secrets.ts';
import type { Store } from '../../store/port.ts';

/** Whoever makes a request: the address it is limited by, its browser in a few words, and what that shows of an earlier sign-in. */
export interface Visitor {
  readonly address: string;
  /** What it shares its part of the line for passwords with: the /48 of an IPv6 address. Left out: the address. */
  readonly network?: string;
  readonly browser: string;
  readonly proof: string | null;
}

const dayMs = 86_400_000;
/** A session ends this long after its last use, and after sign-in. */
export const sessionTerms = { idleMs: 7 * dayMs, maxMs: 30 * dayMs };

/** The token of a new session. */
export async function openSession(store: Store, accountId: string, { browser }: Visitor): Promise<string> {
  const { token, hash } = createToken();
  await store.openSession({ sessionHash: hash, sessionId: createId('ses'), accountId, browser, ...sessionTerms });
  return token;
}
