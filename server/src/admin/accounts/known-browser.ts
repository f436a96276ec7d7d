import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { AccountRecord } from '../../store/account-port.ts';

type Account = Pick<AccountRecord, 'accountId' | 'passwordHash'>;

/**
 * Creates a proof that a browser signed in to this account with its current password. The browser stores the proof.
 * Returns null if the account has no password.
 */
export function proofOfBrowser({ accountId, passwordHash }: Account): string | null {
  if (passwordHash === null) return null;
  const name = randomBytes(12).toString('base64url');
  return `${name}.${sealOf(name, accountId, passwordHash)}`;
}

/**
 * Returns the name of the browser that presents a proof for this account. Returns null if the proof is invalid, or if
 * the password was changed after the proof was created.
 */
export function knownBrowser(proof: string | null, { accountId, passwordHash }: Account): string | null {
  const [name = '', seal = ''] = proof?.split('.') ?? [];
  if (passwordHash === null) return null;
  const given = Buffer.from(seal);
  const wanted = Buffer.from(sealOf(name, accountId, passwordHash));
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? name : null;
}

/**
 * Computes the seal of a browser's name. The seal reveals nothing about the password, because the password's stored
 * form is salted and never leaves the store.
 */
function sealOf(name: string, accountId: string, passwordHash: string): string {
  return createHmac('sha256', passwordHash).update(`browser ${name} of ${accountId}`).digest('base64url');
}
