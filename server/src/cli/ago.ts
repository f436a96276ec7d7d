import { formatDuration } from '../lib/duration.ts';

/** Formats for a table how long ago an instant was, or how long until it. Returns `—` for null. */
export function ago(iso: string | null, now: number): string {
  if (iso === null) return '—';
  const ms = now - Date.parse(iso);
  if (ms < -1_000) return `in ${formatDuration(60_000 - ms)}`;
  return ms < 2_000 ? 'now' : `${formatDuration(ms)} ago`;
}

/** Formats an instant in UTC to the minute: `2026-01-31 09:30`. */
export function minute(iso: string): string {
  return iso.slice(0, 16).replace('T', ' ');
}
