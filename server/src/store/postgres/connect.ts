import pg from 'pg';

/**
 * A pool of connections that keeps nothing of a session, so that a pooler in transaction mode may stand between.
 * It survives a database that goes away and comes back: a broken connection is replaced at its next use.
 */
export function connect(location: { readonly url: string; readonly poolSize: number }, clockOffsetMs: number): pg.Pool {
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
  // A connection that breaks while idle reports here; one that breaks in use fails its query as well.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
