import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { AccountRecord } from '../../store/account-port.ts';

type Account = Pick<AccountRecord, 'accountId' | 'passwordHash'>;

/**
 * The proof of an earlier sign-in to this account under its current password, which a browser stores. Null if there is
 * none.
 */
export function proofOfBrowser({ accountId, passwordHash }: Account): string | null {
  if (passwordHash === null) return null;
  const name = randomBytes(12).toString('base64url');
  return `${name}.${sealOf(name, accountId, passwordHash)}`;
}

/**
 * The name of the browser that presents a proof for this account; null if it is invalid or the password was changed
 * since.
 */
export function knownBrowser(proof: string | null, { accountId, passwordHash }: Account): string | null {
  const [name = '', seal = ''] = proof?.split('.') ?? [];
  if (passwordHash === null) return null;
  const given = Buffer.from(seal);
  const wanted = Buffer.from(sealOf(name, accountId, passwordHash));
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? name : null;
}

/** The proof reveals nothing: the stored form of a password is salted and never leaves the store. */
function sealOf(name: string, accountId: string, passwordHash: string): string {
  return createHmac('sha256', passwordHash).update(`browser ${name} of ${accountId}`).digest('base64url');
}
