import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { createHashLine, type HashTurn } from './turns/hash-line.ts';

/**
 * The cost of a new hash: 32 MiB of memory and about a tenth of a second on one core, as OWASP recommends for scrypt. A
 * stored hash records its own cost. Only tests change this value, in their own process.
 */
export const passwordCost = { logN: 15, r: 8, p: 3 };
const keyBytes = 32;

/** The turn of a caller that gives none. This is a signed-in person or the operator, who count as known. */
const ownTurn: HashTurn = { isKnown: true, network: '' };
const line = createHashLine();

/** Returns the number of callers that are waiting for a password to be hashed. */
export const waitingForHash = line.waiting;

/**
 * Hashes a password for storage as `scrypt$15$8$3$SALT$HASH`.
 * @throws ServiceError `rate_limited` if too many callers are waiting
 */
export async function hashPassword(password: string, turn: HashTurn = ownTurn): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, passwordCost, turn);
  const { logN, r, p } = passwordCost;
  return ['scrypt', logN, r, p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/**
 * Returns true if a password matches the stored hash. If `stored` is null, takes equally long and returns false.
 * @throws ServiceError `rate_limited` if too many callers are waiting
 */
export async function isPassword(password: string, stored: string | null, turn: HashTurn = ownTurn): Promise<boolean> {
  const [scheme, logN, r, p, salt, hash] = (stored ?? '').split('$');
  if (scheme !== 'scrypt' || salt === undefined || hash === undefined) {
    await derive(password, Buffer.alloc(16), passwordCost, turn);
    return false;
  }
  const wanted = Buffer.from(hash, 'base64url');
  const key = await derive(
    password,
    Buffer.from(salt, 'base64url'),
    { logN: Number(logN), r: Number(r), p: Number(p) },
    turn,
  );
  return key.length === wanted.length && timingSafeEqual(key, wanted);
}

/** Derives a key when it is the caller's turn, so that many attempts cannot starve other work of memory or CPU time. */
function derive(password: string, salt: Buffer, { logN, r, p }: typeof passwordCost, turn: HashTurn): Promise<Buffer> {
  const options = { N: 2 ** logN, r, p, maxmem: 256 * 2 ** logN * r };
  return line.run(
    turn,
    () =>
      new Promise((resolve, reject) => {
        scrypt(password.normalize('NFC'), salt, keyBytes, options, (error, key) => {
          if (error === null) resolve(key);
          else reject(error);
        });
      }),
  );
}
