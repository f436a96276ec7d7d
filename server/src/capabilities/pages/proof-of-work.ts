import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Challenge, createChallenge, randomInt } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import Type from 'typebox';
import type { AskLimits, PageSnapshot } from '../../domain/page/ask.ts';
import { canonicalJson } from '../../lib/canonical-json.ts';
import { createValidator } from '../../lib/validator.ts';

const lifeMs = 600_000;
/** The counter that solves a challenge is below this number, so a browser derives at most this many keys. */
const counters = 1_000;
const prefixBytes = 4;

/**
 * Returns the cost of a question. The cost is higher if the network has used a third of its hourly limit, and much
 * higher if it has used two thirds.
 */
export function costOf(work: number, { asks }: Pick<PageSnapshot, 'asks'>, { asksPerHour }: AskLimits): number {
  if (asks.count * 3 >= asksPerHour * 2) return work * 16;
  return asks.count * 3 >= asksPerHour ? work * 4 : work;
}

/** Creates a challenge for one Page, valid for 10 minutes. */
export async function makeChallenge(
  slug: string,
  cost: number,
  [secret = '']: readonly string[],
): Promise<Pick<Challenge, 'parameters' | 'signature'>> {
  const counter = randomInt(counters - 1, 0);
  const id = randomBytes(12).toString('base64url');
  const { parameters, signature } = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    deriveKey,
    cost,
    counter,
    keyPrefixLength: prefixBytes,
    expiresAt: Math.floor((Date.now() + lifeMs) / 1_000),
    data: { page: slug, id, counterSignature: signed(counterText(id, counter), secret).toString('hex') },
    hmacSignatureSecret: secret,
    hmacKeySignatureSecret: keySecretOf(secret),
  });
  return { parameters, ...(signature !== undefined && { signature }) };
}

const hex = (most: number) => Type.String({ pattern: '^([0-9a-f]{2})+$', maxLength: most });
const Proof = Type.Object({
  challenge: Type.Object({
    parameters: Type.Object({
      algorithm: Type.Literal('PBKDF2/SHA-256'),
      nonce: hex(128),
      salt: hex(128),
      cost: Type.Integer({ minimum: 1, maximum: 16_000_000 }),
      keyLength: Type.Integer({ minimum: 1, maximum: 64 }),
      keyPrefix: hex(128),
      keySignature: hex(128),
      expiresAt: Type.Integer(),
      data: Type.Object({ page: Type.String(), id: Type.String({ maxLength: 64 }), counterSignature: hex(128) }),
    }),
    signature: hex(128),
  }),
  solution: Type.Object({
    counter: Type.Integer({ minimum: 0, maximum: 0xffff_ffff }),
    derivedKey: hex(128),
  }),
});
const isProof = createValidator(Proof);

/**
 * Returns the hash that marks a solved challenge of this Page as used, or null if the solution is invalid, wrong or
 * expired. The challenge contains signatures of its key and its counter, so that verifying a solution derives no key
 * and takes microseconds.
 */
export function verifyProof(proof: string, slug: string, secrets: readonly string[]): string | null {
  const read = isProof(decoded(proof));
  if (!read.ok) return null;
  const { challenge, solution } = read.value;
  const { parameters, signature } = challenge;
  const { data } = parameters;
  if (data.page !== slug || parameters.expiresAt * 1_000 < Date.now()) return null;
  const text = canonicalJson(parameters);
  const secret = secrets.find((each) => isSignature(signature, text, each));
  if (secret === undefined) return null;
  if (!isSignature(data.counterSignature, counterText(data.id, solution.counter), secret)) return null;
  const key = Buffer.from(solution.derivedKey, 'hex');
  if (!isSignature(parameters.keySignature, key, keySecretOf(secret))) return null;
  return createHash('sha256').update(`proof ${signature}`).digest('base64url');
}

/** Returns the secret that signs keys, which differs from the secret that signs challenges. */
function keySecretOf(secret: string): string {
  return `key ${secret}`;
}

/**
 * Returns the text that is signed for the counter of a challenge. The text includes an id that occurs only once,
 * because there are few counters.
 */
function counterText(id: string, counter: number): string {
  return `counter ${id} ${counter}`;
}

function signed(text: string | Buffer, secret: string): Buffer {
  return createHmac('sha256', secret).update(text).digest();
}

function isSignature(given: string, text: string | Buffer, secret: string): boolean {
  const expected = signed(text, secret);
  const bytes = Buffer.from(given, 'hex');
  return bytes.length === expected.length && timingSafeEqual(bytes, expected);
}

function decoded(text: string): unknown {
  if (!/^[A-Za-z0-9+/_-]{1,8000}={0,2}$/.test(text)) return null;
  try {
    return JSON.parse(Buffer.from(text, 'base64').toString('utf8'));
  } catch {
    return null;
  }
}
