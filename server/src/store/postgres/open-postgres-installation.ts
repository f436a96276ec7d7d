import { OperatorError } from '../../lib/errors.ts';
import {
  howToEmpty,
  type Installation,
  type MoveName,
  type Row,
  type RowPage,
  type RowSource,
  type TransferMark,
  type TransferStep,
} from '../installation-port.ts';
import type { StoreLocation } from '../location.ts';
import { connect } from './connect.ts';
import { type Call, createDatabase } from './database.ts';
import { migrate, needsUtf8 } from './migrate.ts';
import { codeOf } from './store-fault.ts';
import { workspaceIds } from './workspace-ids.ts';

type PostgresLocation = Extract<StoreLocation, { kind: 'postgres' }>;

/** Opens a database as an `Installation`, and upgrades its schema if necessary. Other processes may have it open. */
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
  const setMark = (inside: Call, role: TransferMark['role'], { transferId, peer }: MoveName): Promise<void> =>
    inside('set_transfer_mark', { transfer: transferId, role, state: 'copying', peer });
  let closing: Promise<void> | null = null;
  return {
    kind: 'postgres',
    name: nameOf(location.url),
    howToEmpty: howToEmpty(location),
    holdsData: () => call('holds_data', {}),
    requireEmpty: () => database.transaction('rehearsal', claimEmpty),
    snapshot: (work) => database.transaction('snapshot', (inside) => work(createRowSource(inside))),
    fill: (work, check) =>
      database.transaction('change', async (inside) => {
        await claimEmpty(inside);
        await work(async (page) => void (await writeRows(inside, page, null)));
        await check(createRowSource(inside));
      }),
    mark: () => call('transfer_mark', {}),
    beginSending: (move) =>
      database.transaction('change', async (inside) => {
        await inside('freeze', {});
        const mark = await inside<TransferMark | null>('transfer_mark', {});
        if (mark?.role === 'source') return mark.transferId;
        await setMark(inside, 'source', move);
        return move.transferId;
      }),
    beginReceiving: (move) =>
      database.transaction('change', async (inside) => {
        await claimEmpty(inside);
        await inside('freeze', {});
        await setMark(inside, 'target', move);
      }),
    receive: (page, step) => writeRows(call, page, step),
    complete: ({ transferId, peer }) => call('complete_transfer', { transfer: transferId, peer }),
    clearMark: () =>
      database.transaction('change', async (inside) => {
        await inside('unfreeze', {}).catch((error: unknown) => {
          if (codeOf(error) !== '55P03') throw error;
          throw new OperatorError(
            'Another command is reading the whole database: a running "understudy transfer" or "understudy backup". Stop it first, or wait until it finishes.',
          );
        });
        await inside('clear_transfer_mark', {});
      }),
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
    // Unlike SQLite, PostgreSQL has no integrity check, but callers read every row anyway.
    checkIntegrity: async () => undefined,
  };
}

async function claimEmpty(call: Call): Promise<void> {
  const obstacle = await call<string | null>('claim_empty', {});
  if (obstacle === null) return;
  if (obstacle === 'data') throw new OperatorError('The database already contains data. Use an empty one.');
  throw new OperatorError(needsUtf8(obstacle.replace('encoding ', '')));
}

function writeRows(call: Call, { table, workspaceId, rows }: RowPage, step: TransferStep | null): Promise<boolean> {
  return call('write_rows', {
    table,
    workspace: workspaceId,
    rows: JSON.stringify(rows),
    transfer: step?.transferId ?? null,
    after: step?.after ?? null,
    position: step?.position ?? null,
  });
}

/** Returns the host, port and database, without the user name and password. */
function nameOf(url: string): string {
  try {
    const { host, pathname } = new URL(url);
    return `PostgreSQL at ${host}${pathname}`;
  } catch {
    return 'PostgreSQL';
  }
}
