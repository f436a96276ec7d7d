import type { EpochMs } from '../domain/period.ts';

/** Formats an instant as RFC 3339 in UTC; returns null for null. */
export function isoTime(at: EpochMs): string;
export function isoTime(at: EpochMs | null): string | null;
export function isoTime(at: EpochMs | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
