import { connect } from './connect.ts';
import { storeFault } from './store-fault.ts';

/** What the server does to keep what it acknowledged. */
export interface Durability {
  readonly fsync: string;
  readonly fullPageWrites: string;
  /** As a new session of this login has it; the service awaits its own commits whatever it says. */
  readonly synchronousCommit: string;
}

/** On a connection of its own, for whoever has only the address. @throws StoreUnavailable */
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
