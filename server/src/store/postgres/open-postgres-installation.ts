import { OperatorError } from '../../lib/errors.ts';
import type { Installation, Row, RowPage, RowSource, TransferMark } from '../installation.ts';
import type { StoreLocation } from '../open-store.ts';
import { connect } from './connect.ts';
import { type Call, createDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { workspaceIds } from './workspace-ids.ts';

type PostgresLocation = Extract<StoreLocation, { kind: 'postgres' }>;

/** Opens a database as rows, bringing its schema up to date. Other processes may have it open. */
export async function openPostgresInstallation(location: PostgresLocation): Promise<Installation> {
  const pool = connect({ ...location, poolSize: 2 }, 0);
  try {
    await migrate(pool, location.url);
  } catch (error) {
    await pool.end();
    throw error;
  }
  const database = createDatabase(pool);
  const { call } = database;
  const readMark = (by: Call): Promise<TransferMark | null> => by('transfer_mark', {});
  const holdsData = (by: Call): Promise<boolean> => by('holds_data', {});
  let closing: Promise<void> | null = null;
  return {
    kind: 'postgres',
    name: nameOf(location.url),
    holdsData: () => holdsData(call),
    snapshot: (work) => database.transaction('snapshot', (inside) => work(createRowSource(inside))),
    fill: (work, check) =>
      database.transaction('change', async (inside) => {
        if ((await holdsData(inside)) || (await readMark(inside)) !== null) {
          throw new OperatorError(
            'The database holds data already. Restore into an empty one: name it in DATABASE_URL.',
          );
        }
        await work((page) => writeRows(inside, page, null));
        await check(createRowSource(inside));
      }),
    mark: () => readMark(call),
    setMark: ({ transferId, role, state, peer }) =>
      database.transaction('change', async (inside) => {
        await inside(role === 'source' ? 'freeze' : 'unfreeze', {});
        await inside('set_transfer_mark', { transfer: transferId, role, state, peer });
      }),
    clearMark: () =>
      database.transaction('change', async (inside) => {
        await inside('unfreeze', {});
        await inside('clear_transfer_mark', {});
      }),
    receive: (page, position) => writeRows(call, page, position),
    close: () => {
      closing ??= pool.end();
      return closing;
    },
  };
}

function createRowSource(call: Call): RowSource {
  return {
    async workspaceIds() {
      const all: string[] = [];
      for await (const id of workspaceIds(call)) all.push(id);
      return all;
    },
    async page({ table, workspaceId }, after, limit) {
      const page = await call<{ rows: Row[]; next: unknown }>('read_rows', {
        table,
        workspace: workspaceId,
        after,
        limit,
      });
      return { rows: page.rows, next: page.next === null ? null : JSON.stringify(page.next) };
    },
    count: async ({ table, workspaceId }) =>
      Number(await call<string>('count_rows', { table, workspace: workspaceId })),
    // PostgreSQL has no such check of its own; every row is read anyway.
    checkIntegrity: async () => undefined,
  };
}

function writeRows(call: Call, { table, workspaceId, rows }: RowPage, position: string | null): Promise<void> {
  return call('write_rows', { table, workspace: workspaceId, rows: JSON.stringify(rows), position });
}

/** Host, port and database: a user name or password is nobody's business. */
function nameOf(url: string): string {
  try {
    const { host, pathname } = new URL(url);
    return `PostgreSQL at ${host}${pathname}`;
  } catch {
    return 'PostgreSQL';
  }
}
