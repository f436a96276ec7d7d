import pg from 'pg';

/** Reads what the target of a move has noted about it so far, as text. Returns null if it has noted nothing. */
export async function moveProgress(url: string): Promise<string | null> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query('SELECT t::text AS progress FROM understudy.transfer AS t');
    return rows[0]?.progress ?? null;
  } catch {
    return null; // The table does not exist yet.
  } finally {
    await client.end();
  }
}

/** Returns the number of other connections to the database. PostgreSQL completes the last statement of a killed client. */
export async function otherConnections(url: string): Promise<number> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query(
      `SELECT count(*)::int AS others FROM pg_stat_activity
       WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`,
    );
    return rows[0].others;
  } finally {
    await client.end();
  }
}
