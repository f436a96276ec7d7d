import type { EpochMs } from '../period.ts';
import { type ConnectionKind, kindOf } from './kinds/kinds.ts';

/** How sources share the month's replies, in percent. An omitted source has its default. */
export interface Shares {
  readonly api?: number;
  readonly inbox?: number;
  readonly page?: number;
}

export const defaultShares = { api: 100, inbox: 100, page: 20 } as const;

/** Returns how many of a month's replies a source may use, rounded down. */
export function shareOf(limit: number, source: keyof typeof defaultShares, shares: Shares | null): number {
  return Math.floor((limit * (shares?.[source] ?? defaultShares[source])) / 100);
}

export type ConnectionState = 'setup' | 'active' | 'degraded' | 'broken' | 'paused' | 'removed';

export interface ConnectionSettings {
  readonly name: string;
  readonly channel: string;
  readonly mode: 'review' | 'ready';
  readonly quietSeconds: number;
  readonly maxWaitSeconds: number;
  readonly humanLockSeconds: number;
  readonly replyWindowHours: number | null;
  readonly keepUnreadable: boolean;
}

/** A secret in its stored form, and the time at which it expires. */
export interface SealedSecret {
  readonly sealed: string;
  /** Null if the secret does not expire. */
  readonly endsAt: EpochMs | null;
}

/** Returns the place that a connection's secret is bound to. The secret cannot be unsealed for any other place. */
export function connectionSecretPlace(workspaceId: string, connectionId: string): string {
  return `${workspaceId}|${connectionId}|secret`;
}

export interface ConnectionRecord extends ConnectionSettings {
  readonly connectionId: string;
  readonly profileId: string;
  readonly kind: ConnectionKind;
  readonly state: ConnectionState;
  /** The state to restore when a pause ends; null if the connection is not paused. */
  readonly stateBeforePause: ConnectionState | null;
  readonly seesEcho: boolean;
  readonly lastEventAt: EpochMs | null;
  readonly createdAt: EpochMs;
  /** Null until the connection gets its first secret. */
  readonly receiverId: string | null;
  readonly secrets: readonly SealedSecret[];
}

export const settingNames = [
  'name',
  'channel',
  'mode',
  'quietSeconds',
  'maxWaitSeconds',
  'humanLockSeconds',
  'replyWindowHours',
  'keepUnreadable',
] as const satisfies readonly (keyof ConnectionSettings)[];

/** Returns the settings of a new connection. Omitted settings get their defaults. */
export function newSettings(
  given: Partial<ConnectionSettings> & { id: string; kind: ConnectionKind },
): ConnectionSettings {
  return {
    name: given.name ?? given.id,
    channel: given.channel ?? given.kind,
    mode: given.mode ?? 'review',
    quietSeconds: given.quietSeconds ?? 20,
    maxWaitSeconds: given.maxWaitSeconds ?? 120,
    humanLockSeconds: given.humanLockSeconds ?? 900,
    replyWindowHours:
      given.replyWindowHours === undefined ? kindOf(given.kind).replyWindowHours : given.replyWindowHours,
    keepUnreadable: given.keepUnreadable ?? false,
  };
}

/** Returns a connection as it appears in a workspace document: without its secrets, receiver and state. */
export function connectionDocument(record: ConnectionRecord) {
  const { connectionId: id, profileId, kind, name, channel, mode } = record;
  const { quietSeconds, maxWaitSeconds, humanLockSeconds, replyWindowHours, keepUnreadable } = record;
  const settings = {
    name,
    channel,
    mode,
    quietSeconds,
    maxWaitSeconds,
    humanLockSeconds,
    replyWindowHours,
    keepUnreadable,
  };
  return { id, profileId, kind, ...settings };
}

/** A connection as a document describes it. */
export type GivenConnection = Partial<ConnectionSettings> &
  Pick<ConnectionRecord, 'profileId' | 'kind'> & { readonly id: string };

export type ConnectionImport =
  | { readonly change: Partial<ConnectionRecord> & { readonly connectionId: string } }
  /** Names a field that can never change, or whose new value conflicts with the stored data. */
  | { readonly fault: { readonly field: 'profileId' | 'kind' | 'maxWaitSeconds'; readonly message: string } };

/**
 * Returns the connection to store for an import. An omitted field keeps its stored value, or gets the default in a new
 * connection.
 */
export function importedConnection(
  stored: ConnectionRecord | null,
  given: GivenConnection,
  now: EpochMs,
): ConnectionImport {
  const { id, profileId, kind, ...fields } = given;
  for (const field of ['profileId', 'kind'] as const) {
    if (stored !== null && stored[field] !== given[field])
      return { fault: { field, message: `can never change: it is "${stored[field]}"` } };
  }
  const settings = newSettings({ ...(stored ?? {}), ...fields, id, kind });
  if (settings.maxWaitSeconds < settings.quietSeconds)
    return {
      fault: {
        field: 'maxWaitSeconds',
        message: `(${settings.maxWaitSeconds}) must be at least quietSeconds (${settings.quietSeconds})`,
      },
    };
  if (stored !== null) return { change: { connectionId: id, ...settings } };
  const fresh = { stateBeforePause: null, seesEcho: false, lastEventAt: null, receiverId: null, secrets: [] };
  return { change: { connectionId: id, profileId, kind, ...settings, state: 'setup', createdAt: now, ...fresh } };
}
