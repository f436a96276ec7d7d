import { StoreUnavailable } from '../../lib/errors.ts';

/**
 * Returns true if the transaction was rolled back only because it conflicted with another transaction. The same call
 * may be retried immediately.
 */
export function isConflict(error: unknown): boolean {
  return ['40001', '40P01'].includes(codeOf(error));
}

/** Returns true if a lock was not free within the call's lock timeout. */
export function isLockTimeout(error: unknown): boolean {
  const cause = error instanceof StoreUnavailable ? error.cause : error;
  return codeOf(cause) === '55P03';
}

/** Returns true if a value passed to the database does not fit its type. */
export function isBadValue(error: unknown): boolean {
  return codeOf(error).startsWith('22');
}

/** Returns the SQLSTATE or system error code, or '' if there is none. */
export function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';
}

/**
 * Returns `StoreUnavailable` with the service's own reason if the database could not perform the call. Returns any
 * other error unchanged.
 */
export function storeFault(error: unknown): unknown {
  if (error instanceof StoreUnavailable) return error;
  const reason = reasonOf(error);
  return reason === null ? error : new StoreUnavailable(reason, { cause: error });
}

function reasonOf(error: unknown): string | null {
  const code = codeOf(error);
  const known = reasons[code] ?? reasons[code.slice(0, 2)];
  if (known !== undefined) return known;
  const message = error instanceof Error ? error.message : '';
  return clientFaults.find(([pattern]) => pattern.test(message))?.[1] ?? null;
}

const unreachable = 'the database cannot be reached';
const interrupted = 'the connection to the database was lost';

/** The reasons by SQLSTATE, by its class, or by the system's error code. */
const reasons: Readonly<Record<string, string>> = {
  '08': interrupted,
  '25006': 'the database is read-only',
  '28': 'the database rejected the login',
  '3D000': 'the database does not exist',
  '40001': 'the database is overloaded: transactions kept conflicting',
  '40P01': 'the database is overloaded: transactions kept conflicting',
  '53': 'the database is out of resources',
  '53100': "the database's disk is full",
  '53200': 'the database is out of memory',
  '53300': 'the database has no free connection for this service',
  '55P03': 'the database is overloaded: a lock did not become free in time',
  '57014': 'the database took too long to respond',
  '57P01': 'the database is shutting down',
  '57P02': 'the database is recovering from a crash',
  '57P03': 'the database is starting up or shutting down',
  '57P04': 'the database no longer exists',
  '58': 'the database had a disk error',
  ECONNREFUSED: unreachable,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ENOTFOUND: "the database's host is unknown",
  EAI_AGAIN: "the database's host is unknown",
  ENOENT: unreachable,
  ECONNRESET: interrupted,
  EPIPE: interrupted,
  ETIMEDOUT: 'the database is not responding',
};

/** The reasons for errors that pg reports without a code. */
const clientFaults: readonly (readonly [RegExp, string])[] = [
  [/^timeout exceeded when trying to connect/, 'the database has no free connection for this service'],
  [/^Query read timeout/, 'the database took too long to respond'],
  [/connection timeout/i, 'the database is not responding'],
  [/^(Connection terminated|Client has encountered a connection error|Client was closed)/, interrupted],
  [/^Cannot use a pool after calling end/, 'the store is closed'],
];
