import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * A form that is submitted sooner than `validFromMs` was not filled in by a person. A form that is older than
 * `validUntilMs` has expired.
 */
const validFromMs = 3_000;
const validUntilMs = 7_200_000;
const idBytes = 12;
const timeBytes = 6;

export type TicketState = 'valid' | 'early' | 'invalid';

/** Creates a ticket for the form of one Page. The ticket contains a timestamp and this service's signature. */
export function makeTicket(slug: string, [secret = '']: readonly string[]): string {
  const head = Buffer.alloc(idBytes + timeBytes);
  randomBytes(idBytes).copy(head);
  head.writeUIntBE(Date.now(), idBytes, timeBytes);
  const text = head.toString('base64url');
  return `${text}.${signatureOf(text, slug, secret)}`;
}

/** Returns whether a ticket may be used now, and the hash that marks it as used. */
export function readTicket(
  ticket: string,
  slug: string,
  secrets: readonly string[],
): { readonly state: TicketState; readonly useHash: string } {
  const useHash = createHash('sha256').update(`ticket ${ticket}`).digest('base64url');
  const [head = '', signature = ''] = ticket.split('.', 2);
  const isSigned =
    `${head}.${signature}` === ticket && secrets.some((secret) => equal(signature, signatureOf(head, slug, secret)));
  if (!isSigned) return { state: 'invalid', useHash };
  const ageMs = Date.now() - Buffer.from(head, 'base64url').readUIntBE(idBytes, timeBytes);
  if (ageMs > validUntilMs) return { state: 'invalid', useHash };
  return { state: ageMs < validFromMs ? 'early' : 'valid', useHash };
}

function signatureOf(head: string, slug: string, secret: string): string {
  return createHmac('sha256', secret).update(`${slug} ${head}`).digest('base64url');
}

function equal(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
