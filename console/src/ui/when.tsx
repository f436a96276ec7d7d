import { useSyncExternalStore } from 'react';

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const full = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'short' });
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

const units = [
  ['minute', 60_000, 60],
  ['hour', 3_600_000, 24],
  ['day', 86_400_000, 14],
] as const;

const tickMs = 30_000;

function onTick(listener: () => void): () => void {
  const timer = setInterval(listener, tickMs);
  return () => clearInterval(timer);
}

/** Shows a time relative to now. The full time appears when the pointer is over it. */
export function When({ at, none = 'never' }: { readonly at: string | null | undefined; readonly none?: string }) {
  useSyncExternalStore(onTick, () => Math.floor(Date.now() / tickMs));
  if (at === null || at === undefined) return <span className="muted">{none}</span>;
  const date = new Date(at);
  return (
    <time dateTime={at} title={full.format(date)}>
      {fromNow(date)}
    </time>
  );
}

/** Formats a time relative to `now`, such as "5 minutes ago", or as a date if it is too far away. */
export function fromNow(date: Date, now = Date.now()): string {
  const awayMs = date.getTime() - now;
  if (Math.abs(awayMs) < 45_000) return 'just now';
  for (const [unit, ms, most] of units) {
    const count = Math.round(awayMs / ms);
    if (Math.abs(count) < most) return relative.format(count, unit);
  }
  return day.format(date);
}

/** Formats an instant as a date. */
export function dayOf(at: string): string {
  return day.format(new Date(at));
}
