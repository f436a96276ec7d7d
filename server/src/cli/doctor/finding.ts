/** What one check found. */
export interface Finding {
  readonly check: string;
  readonly status: 'ok' | 'warn' | 'fail';
  readonly found: string;
  /** What to do about it; null where nothing is to be done. */
  readonly remedy: string | null;
}

export function ok(check: string, found: string): Finding {
  return { check, status: 'ok', found, remedy: null };
}

/** It works, but not as it should for long. */
export function warn(check: string, found: string, remedy: string): Finding {
  return { check, status: 'warn', found, remedy };
}

/** It does not work. */
export function fail(check: string, found: string, remedy: string): Finding {
  return { check, status: 'fail', found, remedy };
}
