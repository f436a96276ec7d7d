import { createId } from '../../lib/ids.ts';
import { createToken } from '../../lib/secrets.ts';
import type { Store } from '../../store/port.ts';

/**
 * The origin of a request: the address that limits apply to, a short description of its browser, and the browser's
 * proof of an earlier sign-in.
 */
export interface Visitor {
  readonly address: string;
  /**
   * The network whose addresses share one part of the password queue: the /48 of an IPv6 address. If omitted, the
   * address itself is used.
   */
  readonly network?: string;
  readonly browser: string;
  readonly proof: string | null;
}

const dayMs = 86_400_000;
/** How long a session lasts: at most `idleMs` after its last use, and at most `maxMs` after sign-in. */
export const sessionTerms = { idleMs: 7 * dayMs, maxMs: 30 * dayMs };

/** Opens a session. Resolves to the session's token. */
export async function openSession(store: Store, accountId: string, { browser }: Visitor): Promise<string> {
  const { token, hash } = createToken();
  await store.openSession({ sessionHash: hash, sessionId: createId('ses'), accountId, browser, ...sessionTerms });
  return token;
}
