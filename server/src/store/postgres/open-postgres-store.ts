import type { Pool } from 'pg';
import { OperatorError, StoreUnavailable } from '../../lib/errors.ts';
import { refuseMoved, type TransferMark } from '../installation-port.ts';
import type { OpenOptions, StoreLocation } from '../location.ts';
import type { Store } from '../port.ts';
import { createAccounts } from './accounts.ts';
import { createAudit } from './audit.ts';
import { withEntries } from './audited.ts';
import { createAuthentication } from './authenticate.ts';
import { createAutonomy } from './autonomy.ts';
import { createClockWatch } from './clock-watch.ts';
import { connect } from './connect.ts';
import { createConsole } from './console.ts';
import { createDatabase } from './database.ts';
import { createErasure } from './erasure.ts';
import { createExport } from './export.ts';
import { createImport } from './import.ts';
import { createInbox } from './inbox.ts';
import { createKeys } from './keys.ts';
import { migrate } from './migrate.ts';
import { createNotifications } from './notifications.ts';
import { createOptimisticDrafts } from './optimistic-drafts.ts';
import { createPages } from './pages.ts';
import { createReceivers } from './receivers.ts';
import { createRetention } from './retention.ts';
import { createStatisticsWatch } from './statistics-watch.ts';
import { storeFault } from './store-fault.ts';
import { createTeaching } from './teaching.ts';
import { createWorkspaces } from './workspaces.ts';
import { createWrites } from './writes.ts';

type PostgresLocation = Extract<StoreLocation, { kind: 'postgres' }>;

/**
 * Opens the database, and upgrades its schema under a lock if necessary. Any number of processes may have it open.
 * @throws StoreUnavailable if it cannot be reached, OperatorError if the operator must act
 */
export async function openPostgresStore(location: PostgresLocation, options: OpenOptions): Promise<Store> {
  const pool = connect(location, options.clockOffsetMs ?? 0);
  try {
    const refusal = refuseMoved(await migrate(pool, location.url));
    if (refusal !== null) throw new OperatorError(refusal);
  } catch (error) {
    await pool.end();
    throw error;
  }
  const database = createDatabase(pool);
  const clock = createClockWatch(database.call);
  const statistics = createStatisticsWatch(database.call);
  if (options.role === 'serve') {
    await clock.start();
    statistics.start();
  }
  options.measures?.watchQueue('connections', () => pool.waitingCount);
  let closing: Promise<void> | null = null;

  return withEntries<Store>(database, {
    kind: 'postgres',
    check: () => check(pool),
    close: () => {
      closing ??= Promise.all([clock.stop(), statistics.stop()]).then(() => pool.end());
      return closing;
    },
    ...createAccounts(database.call),
    ...createAudit(database.call),
    ...createConsole(database.call),
    ...createAuthentication(database.call),
    ...createKeys(database.call),
    ...createWrites(database.call),
    ...createOptimisticDrafts(database.call),
    ...createWorkspaces(database.call),
    ...createNotifications(database.call),
    ...createRetention(database),
    ...createErasure(database, location.url),
    ...createTeaching(database),
    ...createInbox(database),
    ...createReceivers(database),
    ...createPages(database),
    ...createAutonomy(database.call),
    ...createImport(database),
    ...createExport(database),
  });
}

async function check(pool: Pool): Promise<void> {
  try {
    const answer = await pool.query<{ isReadOnly: boolean; mark: TransferMark | null }>(
      `SELECT pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on' AS "isReadOnly",
         understudy.transfer_mark() AS mark FROM understudy.migrations LIMIT 1`,
    );
    const [found] = answer.rows;
    if (found === undefined || found.isReadOnly) throw new StoreUnavailable('the database is read-only');
    if (refuseMoved(found.mark) !== null) {
      throw new StoreUnavailable(
        found.mark?.role === 'target'
          ? 'the database is being filled from another store'
          : 'the data is being moved, or was moved, to another store',
      );
    }
  } catch (error) {
    throw storeFault(error);
  }
}
