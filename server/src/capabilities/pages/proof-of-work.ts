import { createHash } from 'node:crypto';
import { type Challenge, createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import Type from 'typebox';
import type { AskLimits, PageSnapshot } from '../../domain/page/ask.ts';
import { createValidator } from '../../lib/validator.ts';

const lifeMs = 600_000;
/** A counter below this solves the challenge, so this is the maximum number of keys that a browser derives. */
const counters = 1_000;
const prefixBytes = 4;

/**
 * The cost of a question. It is higher for a network that has used a third of its hourly limit, and much higher for one
 * that has used two thirds.
 */
export function costOf(work: number, { asks }: Pick<PageSnapshot, 'asks'>, { asksPerHour }: AskLimits): number {
  if (asks.count * 3 >= asksPerHour * 2) return work * 16;
  return asks.count * 3 >= asksPerHour ? work * 4 : work;
}

/** A challenge for one Page, valid for 10 minutes. */
export async function makeChallenge(
  slug: string,
  cost: number,
  [secret = '']: readonly string[],
): Promise<Pick<Challenge, 'parameters' | 'signature'>> {
  const { parameters, signature } = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    deriveKey,
    cost,
    counter: randomInt(counters - 1, 0),
    keyPrefixLength: prefixBytes,
    expiresAt: Math.floor((Date.now() + lifeMs) / 1_000),
    data: { page: slug },
    hmacSignatureSecret: secret,
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
      expiresAt: Type.Integer(),
      data: Type.Object({ page: Type.String() }),
    }),
    signature: hex(128),
  }),
  solution: Type.Object({
    counter: Type.Integer({ minimum: 0, maximum: 0xffff_ffff }),
    derivedKey: hex(128),
  }),
});
const isProof = createValidator(Proof);

/** The identity under which a solved challenge of this Page is used up; null if it is invalid, wrong or expired. */
export async function verifyProof(text: string, slug: string, secrets: readonly string[]): Promise<string | null> {
  const read = isProof(decoded(text));
  if (!read.ok || read.value.challenge.parameters.data.page !== slug) return null;
  const { challenge, solution } = read.value;
  for (const hmacSignatureSecret of secrets) {
    // The time is checked before the signature, and the signature before any key is derived.
    const { verified, invalidSignature } = await verifySolution({
      challenge: { ...challenge, parameters: { ...challenge.parameters } },
      solution: { counter: solution.counter, derivedKey: solution.derivedKey },
      deriveKey,
      hmacSignatureSecret,
    });
    if (verified) return createHash('sha256').update(`proof ${challenge.signature}`).digest('base64url');
    if (invalidSignature !== true) return null;
  }
  return null;
}

function decoded(text: string): unknown {
  if (!/^[A-Za-z0-9+/_-]{1,8000}={0,2}$/.test(text)) return null;
  try {
    return JSON.parse(Buffer.from(text, 'base64').toString('utf8'));
  } catch {
    return null;
  }
}
