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
