/**
 * The origin as browsers send it, or the reason why no browser sends it. The reason is null if the schema already
 * reports the fault.
 */
export type ReadOrigin =
  | { readonly ok: true; readonly origin: string }
  | { readonly ok: false; readonly reason: string | null };

/** Parses an origin that an operator wrote, ignoring its case and its scheme's default port. */
export function readOrigin(text: string): ReadOrigin {
  if (!/^https?:\/\/[^/?#\s@]+$/.test(text)) return { ok: false, reason: null };
  if (text.includes('*')) {
    return {
      ok: false,
      reason: 'must name one host. A "*" matches nothing, because whole origins are compared. List each origin',
    };
  }
  const origin = URL.parse(text)?.origin ?? null;
  if (origin === null) {
    return {
      ok: false,
      reason: 'must be a scheme, a host and optionally a port from 1 to 65535, such as https://desk.aurora.example',
    };
  }
  return { ok: true, origin };
}

/** Returns origins as browsers send them, without duplicates. A value that is not an origin stays unchanged. */
export function asBrowsersSend(origins: readonly string[]): string[] {
  const read = origins.map((text) => {
    const result = readOrigin(text);
    return result.ok ? result.origin : text;
  });
  return [...new Set(read)];
}
