import { createHash } from 'node:crypto';
import type { ReceiverProblemCode } from '../domain/inbox/receiver.ts';

/** A provider's call as it arrived. */
export interface Delivery {
  /** The headers by their names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Uint8Array;
  /** The time by the store's clock. */
  readonly nowMs: number;
}

/** The part of a receiver that a connector gets: its secrets in force, by field name. */
export interface ReceiverView {
  readonly fields: Readonly<Record<string, string>>;
  readonly memory: Readonly<Record<string, unknown>>;
  secrets(name: string): readonly string[];
}

/** An event of one account. It is validated like any other event. */
export interface AccountEvent {
  /** The provider's name for the account, or the empty text if the secret alone proves the account. */
  readonly accountId: string;
  readonly event: Readonly<Record<string, unknown>>;
  /** Why the event is refused. */
  readonly refusedFor: ReceiverProblemCode | null;
  /** A program wrote it: people see it, and it is never drafted. */
  readonly isAutomated?: boolean;
  /** The time at which the reader returned after an absence so long that earlier events are missing. */
  readonly gapAt?: number;
}

/** The parsed content of a provider's call. */
export interface Reading {
  readonly events: readonly AccountEvent[];
  /** Problems of accounts; null if nothing prevents their messages. */
  readonly accounts: readonly { readonly accountId: string; readonly problem: ReceiverProblemCode | null }[];
  /** Values for the receiver to remember, by name; null removes a name. */
  readonly memory: Readonly<Record<string, unknown>>;
  /** JSON paths of parts that could not be parsed. Never a value. */
  readonly unreadable: readonly string[];
}

/** A kind whose provider calls the service. */
export interface PushConnector {
  /** Whether the provider made the call, checked with the secret. Compares in constant time. */
  isVerified(delivery: Delivery, receiver: ReceiverView): boolean;
  /** @throws never: parts that cannot be parsed are listed in `unreadable` */
  read(delivery: Delivery, receiver: ReceiverView): Reading | Promise<Reading>;
  /** The answer to a provider that verifies the address; null if it does not know the secret. */
  challenge?(query: Readonly<Record<string, unknown>>, receiver: ReceiverView): string | null;
}

export const nothingRead: Reading = { events: [], accounts: [], memory: {}, unreadable: [] };

/** A provider's text, cut to the stored length, without characters that a store cannot keep. */
export function kept(value: unknown, most: number): string {
  const plain = typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : '';
  const points = [...plain];
  return points.length <= most ? plain : points.slice(0, most).join('');
}

/** A provider's text, cut in the same way; null for an empty text. */
export function storableTextOrNone(value: unknown, most: number): string | undefined {
  const text = kept(value, most).trim();
  return text === '' ? undefined : text;
}

/** An object of a payload, or undefined. */
export function objectOf(value: unknown): Readonly<Record<string, unknown>> | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  return Object.fromEntries(Object.entries(value));
}

/** An id of a payload as text: a whole number or a short text. Null if it is neither. */
export function idOf(value: unknown): string | null {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  if (typeof value !== 'string' || value.includes('\0') || !value.isWellFormed()) return null;
  return value.length >= 1 && value.length <= 1_000 ? value : null;
}

/** A message's id, cut to the stored length; a longer one keeps its end, because ids differ there. */
export function messageIdOf(id: string): string {
  return id.length <= 120 ? id : id.slice(-120);
}

/** The id of an event, the same whenever the provider sends it again. */
export function eventIdOf(...parts: readonly string[]): string {
  return `${parts[0]}:${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 40)}`;
}

/** RFC 3339 from seconds or milliseconds; null if it is not a valid date. */
export function timeOf(value: unknown, unitMs: 1 | 1_000): string | null {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number) || number < 0) return null;
  const ms = Math.floor(number * unitMs);
  return ms > 8_640_000_000_000 ? null : new Date(ms).toISOString();
}

/** The JSON of a body; undefined if it is invalid. */
export function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return undefined;
  }
}

/** One header, if it occurs once. */
export function headerOf({ headers }: Delivery, name: string): string | null {
  const value = headers[name];
  return typeof value === 'string' ? value : null;
}
