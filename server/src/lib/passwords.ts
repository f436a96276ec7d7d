import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { createHashLine, type HashTurn } from './hash-line.ts';

/**
 * What a new hash costs: 32 MiB and about a tenth of a second of one core, as OWASP asks of scrypt. A stored hash
 * carries its own cost. Only the tests change this, in their own process.
 */
export const passwordCost = { logN: 15, r: 8, p: 3 };
const keyBytes = 32;

/** Who says nothing of a turn is known: a person who is signed in, or the operator. */
const ownTurn: HashTurn = { isKnown: true, network: '' };
const line = createHashLine();

/** A password as it is stored: `scrypt$15$8$3$SALT$HASH`. @throws ServiceError `rate_limited` when too many wait */
export async function hashPassword(password: string, turn: HashTurn = ownTurn): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, passwordCost, turn);
  const { logN, r, p } = passwordCost;
  return ['scrypt', logN, r, p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/** Whether a password is the stored one. It takes as long where nothing is stored, and is then false. @throws ServiceError `rate_limited` when too many wait */
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

/** Few at once: whoever tries many takes neither the memory nor the cores from others. */
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
