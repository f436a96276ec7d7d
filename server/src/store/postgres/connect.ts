import pg from 'pg';
import { OperatorError } from '../../lib/errors.ts';

/**
 * Creates a connection pool that keeps no session state, so that the pool works through a pooler in transaction mode.
 * The pool survives restarts of the database, because a broken connection is replaced at its next use.
 * @throws OperatorError if a file that the address names cannot be read
 */
export function connect(location: { readonly url: string; readonly poolSize: number }, clockOffsetMs: number): pg.Pool {
  requireFiles(location.url);
  const pool = new pg.Pool({
    connectionString: location.url,
    max: location.poolSize,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    query_timeout: 30_000,
    keepAlive: true,
    application_name: 'understudy',
    ...(clockOffsetMs === 0 ? {} : { options: `-c understudy.clock_offset_ms=${clockOffsetMs}` }),
  });
  // If a connection breaks while it is idle, it reports the error to this listener. If it breaks while a query runs,
  // the query fails too.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Checks that the certificates and keys that the address names can be read, because each new connection reads them. */
function requireFiles(url: string): void {
  try {
    new pg.Client({ connectionString: url });
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error && 'path' in error && 'code' in error)) throw error;
    throw new OperatorError(
      `The file ${error.path}, which DATABASE_URL names (sslrootcert, sslcert or sslkey), cannot be read (${error.code}). Make sure that the file exists and that the user who runs Understudy can read it, or correct its name.`,
      [],
      { cause: error },
    );
  }
}
