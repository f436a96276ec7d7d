import type { EpochMs } from '../domain/period.ts';

/** An instant as RFC 3339 in UTC, or null for null. */
export function isoTime(at: EpochMs): string;
export function isoTime(at: EpochMs | null): string | null;
export function isoTime(at: EpochMs | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
