/** The origin as browsers send it, or why it can never match one; no reason where the form itself is told by the schema. */
export type ReadOrigin =
  | { readonly ok: true; readonly origin: string }
  | { readonly ok: false; readonly reason: string | null };

/** Reads an origin that an operator wrote: its case and the default port of its scheme make no difference. */
export function readOrigin(text: string): ReadOrigin {
  if (!/^https?:\/\/[^/?#\s@]+$/.test(text)) return { ok: false, reason: null };
  if (text.includes('*')) {
    return {
      ok: false,
      reason: 'must name one host: a "*" matches nothing, because origins are compared whole; list each origin',
    };
  }
  const origin = URL.parse(text)?.origin ?? null;
  if (origin === null) {
    return {
      ok: false,
      reason: 'must be a scheme, a host and at most a port of 1 to 65535, such as https://desk.aurora.example',
    };
  }
  return { ok: true, origin };
}

/** Origins as browsers send them, each once; what is no origin is left as it is. */
export function asBrowsersSend(origins: readonly string[]): string[] {
  const read = origins.map((text) => {
    const result = readOrigin(text);
    return result.ok ? result.origin : text;
  });
  return [...new Set(read)];
}
