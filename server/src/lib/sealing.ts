import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';

/** Encrypts ("seals") secrets for the store, and decrypts them. */
export interface Sealer {
  /** Whether there is a key to seal with. Without one, `seal` returns a secret unchanged. */
  readonly canSeal: boolean;
  /**
   * Returns a secret in its stored form: AES-256-GCM under the newest key, bound to its place. `place` identifies the
   * secret and its owner, such as `webhook secret of ws_aurora`. The secret cannot be opened for another place.
   */
  seal(secret: string, place: string): string;
  /**
   * Returns the secret. A secret that was never sealed is returned unchanged. Returns null if no key opens the secret,
   * if it was changed, or if it belongs to another place.
   */
  open(stored: string, place: string): string | null;
  /** Returns true if `seal` would now store the secret differently: it is unsealed, or an older key sealed it. */
  isOutdated(stored: string): boolean;
  /**
   * Derives one secret for `purpose` from each key, newest first. Every process with the same keys derives the same
   * secrets, even after a restart. Returns an empty array if there is no key.
   */
  derive(purpose: string): readonly string[];
}

const form = /^sealed:v1:([0-9a-f]{16}):([A-Za-z0-9_-]+)$/;
const nonceBytes = 12;
const tagBytes = 16;
/** The length of a sealing key, in bytes. */
export const sealingKeyBytes = 32;

/** Creates a sealer from keys of 32 bytes, newest first. The first key seals, and every key opens. */
export function createSealer(keys: readonly Buffer[]): Sealer {
  const byId = new Map(keys.map((key) => [idOf(key), key]));
  const [newest] = keys;

  return {
    canSeal: newest !== undefined,

    seal(secret, place) {
      if (newest === undefined) return secret;
      const id = idOf(newest);
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', newest, nonce);
      cipher.setAAD(Buffer.from(`${id} ${place}`));
      const sealed = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `sealed:v1:${id}:${sealed.toString('base64url')}`;
    },

    open(stored, place) {
      if (!isSealed(stored)) return stored;
      const [, id = '', text = ''] = form.exec(stored) ?? [];
      const key = byId.get(id);
      const sealed = Buffer.from(text, 'base64url');
      if (key === undefined || sealed.length < nonceBytes + tagBytes) return null;
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes));
        decipher.setAAD(Buffer.from(`${id} ${place}`));
        decipher.setAuthTag(sealed.subarray(-tagBytes));
        return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()]).toString(
          'utf8',
        );
      } catch {
        return null;
      }
    },

    isOutdated: (stored) => newest !== undefined && form.exec(stored)?.[1] !== idOf(newest),
    derive: (purpose) =>
      keys.map((key) => createHmac('sha256', key).update(`understudy ${purpose}`).digest('base64url')),
  };
}

/** Returns true if a stored secret is sealed, even if no key can open it. */
export function isSealed(stored: string): boolean {
  return stored.startsWith('sealed:');
}

/**
 * Reads a key from 43 or 44 characters of base64, or 64 hexadecimal digits. Returns null if the text is not a valid
 * key.
 */
export function parseSealingKey(text: string): Buffer | null {
  const trimmed = text.trim();
  if (/^[0-9a-fA-F]{64}$/.test(trimmed)) return Buffer.from(trimmed, 'hex');
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(trimmed)) return null;
  const key = Buffer.from(trimmed, 'base64');
  return key.length === sealingKeyBytes ? key : null;
}

function idOf(key: Buffer): string {
  return createHash('sha256').update('understudy sealing key ').update(key).digest('hex').slice(0, 16);
}
