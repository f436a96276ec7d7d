/** The result of one check. */
export interface Finding {
  readonly check: string;
  readonly status: 'ok' | 'warn' | 'fail';
  readonly found: string;
  /** A suggested fix; null if nothing needs to be done. */
  readonly remedy: string | null;
}

/** Returns a finding for a part that works. */
export function ok(check: string, found: string): Finding {
  return { check, status: 'ok', found, remedy: null };
}

/** Returns a finding for a part that works, but should be improved soon. */
export function warn(check: string, found: string, remedy: string): Finding {
  return { check, status: 'warn', found, remedy };
}

/** Returns a finding for a part that does not work. */
export function fail(check: string, found: string, remedy: string): Finding {
  return { check, status: 'fail', found, remedy };
}
