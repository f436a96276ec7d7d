import { createHash } from 'node:crypto';
import type { ReceiverProblemCode } from '../domain/inbox/receiver.ts';

/** A provider's call as it arrived. */
export interface Delivery {
  /** The headers by lower-case name. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Uint8Array;
  /** The store's current time, in epoch milliseconds. */
  readonly nowMs: number;
}

/** The part of a receiver that a connector may use. `secrets` returns a field's valid secrets. */
export interface ReceiverView {
  readonly fields: Readonly<Record<string, string>>;
  readonly memory: Readonly<Record<string, unknown>>;
  secrets(name: string): readonly string[];
}

/** An event of one account. Events from connectors are validated like all other events. */
export interface AccountEvent {
  /** The provider's id for the account; an empty string if the secret alone proves the account. */
  readonly accountId: string;
  readonly event: Readonly<Record<string, unknown>>;
  /** The reason why the event is rejected; null if it is accepted. */
  readonly refusedFor: ReceiverProblemCode | null;
  /** True if a program wrote the message. The message is shown to people, but no reply is drafted. */
  readonly isAutomated?: boolean;
  /** If the reader was away for so long that earlier events may be missing: the time at which reading resumed. */
  readonly gapAt?: number;
}

/** The parsed content of a provider's call. */
export interface Reading {
  readonly events: readonly AccountEvent[];
  /** The problem of each account; null if messages from the account are accepted. */
  readonly accounts: readonly { readonly accountId: string; readonly problem: ReceiverProblemCode | null }[];
  /** Values for the receiver to remember, by name; null removes a name. */
  readonly memory: Readonly<Record<string, unknown>>;
  /** JSON paths of parts that could not be parsed, without their values. */
  readonly unreadable: readonly string[];
}

/** A connector for a kind whose provider calls the service. */
export interface PushConnector {
  /** Returns true if the secret proves that the provider made the call. Compares in constant time. */
  isVerified(delivery: Delivery, receiver: ReceiverView): boolean;
  /** Reads a call. Never throws: parts that cannot be parsed are listed in `unreadable`. */
  read(delivery: Delivery, receiver: ReceiverView): Reading | Promise<Reading>;
  /**
   * Returns the answer to a provider that verifies the receiver's address; null if the provider does not know the
   * secret.
   */
  challenge?(query: Readonly<Record<string, unknown>>, receiver: ReceiverView): string | null;
}

export const nothingRead: Reading = { events: [], accounts: [], memory: {}, unreadable: [] };

/**
 * Returns a provider's text, truncated to `most` code points, without the characters that the stores do not support.
 * Returns '' for a value that is not text.
 */
export function kept(value: unknown, most: number): string {
  const plain = typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : '';
  const points = [...plain];
  return points.length <= most ? plain : points.slice(0, most).join('');
}

/** Does the same as `kept` and trims the text; returns undefined if no text remains. */
export function storableTextOrNone(value: unknown, most: number): string | undefined {
  const text = kept(value, most).trim();
  return text === '' ? undefined : text;
}

/** Returns a copy of a payload's value if it is an object; otherwise null. */
export function objectOf(value: unknown): Readonly<Record<string, unknown>> | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  return Object.fromEntries(Object.entries(value));
}

/**
 * Returns an id in a payload as text. The id must be a whole number or text of 1 to 1,000 characters; otherwise returns
 * null.
 */
export function idOf(value: unknown): string | null {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  if (typeof value !== 'string' || value.includes('\0') || !value.isWellFormed()) return null;
  return value.length >= 1 && value.length <= 1_000 ? value : null;
}

/** Returns a message id of at most 120 characters. A longer id keeps its end, because ids differ at the end. */
export function messageIdOf(id: string): string {
  return id.length <= 120 ? id : id.slice(-120);
}

/** Returns an event's id, which is the same whenever the provider resends the event. */
export function eventIdOf(...parts: readonly string[]): string {
  return `${parts[0]}:${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 40)}`;
}

/** Formats seconds or milliseconds as RFC 3339; returns null if the value is not a valid date. */
export function timeOf(value: unknown, unitMs: 1 | 1_000): string | null {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number) || number < 0) return null;
  const ms = Math.floor(number * unitMs);
  return ms > 8_640_000_000_000 ? null : new Date(ms).toISOString();
}

/** Parses a body as JSON; returns undefined if it is invalid. */
export function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Returns a header's value if the header occurs exactly once; otherwise null. */
export function headerOf({ headers }: Delivery, name: string): string | null {
  const value = headers[name];
  return typeof value === 'string' ? value : null;
}
