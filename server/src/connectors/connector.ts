import { createHash } from 'node:crypto';
import type { ReceiverProblemCode } from '../domain/inbox/receiver.ts';

/** A call of a provider, as it came. */
export interface Delivery {
  /** By names in small letters. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Uint8Array;
  /** By the store's clock. */
  readonly nowMs: number;
}

/** Of a receiver, what a connector may know: its secrets that are in force, by the names of their fields. */
export interface ReceiverView {
  readonly fields: Readonly<Record<string, string>>;
  readonly memory: Readonly<Record<string, unknown>>;
  secrets(name: string): readonly string[];
}

/** An event of one account. It is checked like an event of anybody else. */
export interface AccountEvent {
  /** The provider's name of the account. The empty text, where the secret alone proves whose it is. */
  readonly accountId: string;
  readonly event: Readonly<Record<string, unknown>>;
  /** Why it is not taken. */
  readonly refusedFor: ReceiverProblemCode | null;
  /** A program wrote it: people see it, and it is never drafted. */
  readonly isAutomated?: boolean;
  /** When the reader came back from so long an absence that earlier events are missing. */
  readonly gapAt?: number;
}

/** What was read of what a provider told. */
export interface Reading {
  readonly events: readonly AccountEvent[];
  /** What was learnt of accounts; null: nothing keeps their messages away. */
  readonly accounts: readonly { readonly accountId: string; readonly problem: ReceiverProblemCode | null }[];
  /** What the receiver remembers from now on, by name; null forgets a name. */
  readonly memory: Readonly<Record<string, unknown>>;
  /** JSON paths of what could not be read. Never a value. */
  readonly unreadable: readonly string[];
}

/** A kind whose provider calls. */
export interface PushConnector {
  /** Whether the provider made the call, by the secret. Compares in constant time. */
  isVerified(delivery: Delivery, receiver: ReceiverView): boolean;
  /** @throws never: what cannot be read is named in `unreadable` */
  read(delivery: Delivery, receiver: ReceiverView): Reading | Promise<Reading>;
  /** The answer to a provider that wants to know whether the address is ours; null when it does not know the secret. */
  challenge?(query: Readonly<Record<string, unknown>>, receiver: ReceiverView): string | null;
}

export const nothingRead: Reading = { events: [], accounts: [], memory: {}, unreadable: [] };

/** A text of a provider in the length that is kept, without what no store takes. */
export function kept(value: unknown, most: number): string {
  const plain = typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : '';
  const points = [...plain];
  return points.length <= most ? plain : points.slice(0, most).join('');
}

/** The same where an empty text means that there is none. */
export function keptOrNone(value: unknown, most: number): string | undefined {
  const text = kept(value, most).trim();
  return text === '' ? undefined : text;
}

/** An object of a payload, or none. */
export function objectOf(value: unknown): Readonly<Record<string, unknown>> | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  return Object.fromEntries(Object.entries(value));
}

/** An id of a payload as text: a whole number or a short text. Null: it is none. */
export function idOf(value: unknown): string | null {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  if (typeof value !== 'string' || value.includes('\0') || !value.isWellFormed()) return null;
  return value.length >= 1 && value.length <= 1_000 ? value : null;
}

/** A message's id in the length that is kept: of a longer one its end, which is what differs. */
export function messageIdOf(id: string): string {
  return id.length <= 120 ? id : id.slice(-120);
}

/** The id of an event: the same whenever the provider tells it again. */
export function eventIdOf(...parts: readonly string[]): string {
  return `${parts[0]}:${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 40)}`;
}

/** RFC 3339 of seconds or milliseconds; null when it is no time that a calendar has. */
export function timeOf(value: unknown, unitMs: 1 | 1_000): string | null {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number) || number < 0) return null;
  const ms = Math.floor(number * unitMs);
  return ms > 8_640_000_000_000 ? null : new Date(ms).toISOString();
}

/** The JSON of a body; undefined when it is none. */
export function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return undefined;
  }
}

/** One header, where it came once. */
export function headerOf({ headers }: Delivery, name: string): string | null {
  const value = headers[name];
  return typeof value === 'string' ? value : null;
}
