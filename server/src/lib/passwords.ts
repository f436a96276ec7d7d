import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/** 32 MiB and about a tenth of a second of one core: what OWASP asks of scrypt. */
const cost = { logN: 15, r: 8, p: 3 };
const keyBytes = 32;
const maxAtOnce = 2;

let atWork = 0;
const waiting: (() => void)[] = [];

/** A password as it is stored: `scrypt$15$8$3$SALT$HASH`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, cost);
  return ['scrypt', cost.logN, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/** Whether a password is the stored one. It takes as long where nothing is stored, and is then false. */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const [scheme, logN, r, p, salt, hash] = (stored ?? '').split('$');
  if (scheme !== 'scrypt' || salt === undefined || hash === undefined) {
    await derive(password, Buffer.alloc(16), cost);
    return false;
  }
  const wanted = Buffer.from(hash, 'base64url');
  const key = await derive(password, Buffer.from(salt, 'base64url'), {
    logN: Number(logN),
    r: Number(r),
    p: Number(p),
  });
  return key.length === wanted.length && timingSafeEqual(key, wanted);
}

/** Few at once: whoever tries many takes neither the memory nor the cores from others. */
async function derive(password: string, salt: Buffer, { logN, r, p }: typeof cost): Promise<Buffer> {
  if (atWork >= maxAtOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  atWork += 1;
  try {
    return await new Promise((resolve, reject) => {
      const options = { N: 2 ** logN, r, p, maxmem: 256 * 2 ** logN * r };
      scrypt(password.normalize('NFC'), salt, keyBytes, options, (error, key) => {
        if (error === null) resolve(key);
        else reject(error);
      });
    });
  } finally {
    atWork -= 1;
    waiting.shift()?.();
  }
}
