import { connect } from './connect.ts';
import { storeFault } from './store-fault.ts';

/** Returns the database's encoding, by its PostgreSQL name. @throws StoreUnavailable */
export async function inspectEncoding(url: string): Promise<string> {
  const pool = connect({ url, poolSize: 1 }, 0);
  try {
    const found = await pool.query<{ encoding: string }>(`SELECT current_setting('server_encoding') AS encoding`);
    return found.rows[0]?.encoding ?? '';
  } catch (error) {
    throw storeFault(error);
  } finally {
    await pool.end();
  }
}
