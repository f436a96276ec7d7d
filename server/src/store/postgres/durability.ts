import { connect } from './connect.ts';
import { storeFault } from './store-fault.ts';

/** The server settings that determine whether acknowledged data is safe. */
export interface Durability {
  readonly fsync: string;
  readonly fullPageWrites: string;
  /** The value in a new session of this login. The service waits for its commits regardless of this value. */
  readonly synchronousCommit: string;
}

/**
 * Reads the settings of a server, for callers that have only the server's address. Opens a separate connection.
 * @throws StoreUnavailable
 */
export async function inspectDurability(url: string): Promise<Durability> {
  const pool = connect({ url, poolSize: 1 }, 0);
  try {
    const found = await pool.query<Durability>(
      `SELECT current_setting('fsync') AS fsync, current_setting('full_page_writes') AS "fullPageWrites",
         current_setting('synchronous_commit') AS "synchronousCommit"`,
    );
    const [durability] = found.rows;
    if (durability === undefined) throw new Error('the database does not know its own settings');
    return durability;
  } catch (error) {
    throw storeFault(error);
  } finally {
    await pool.end();
  }
}
