import {
  type RowPage,
  type RowSource,
  sharedTables,
  type TableName,
  tableNames,
  workspaceTables,
} from '../../store/installation-port.ts';

/** A page, and the position that follows it. */
export interface PlacedPage extends RowPage {
  readonly place: Place;
}

/** A position in an installation's rows; `next` is null at the end of a workspace's table. */
export interface Place {
  readonly workspaceId: string;
  readonly table: TableName;
  readonly next: string | null;
}

/** The maximum number of rows on a page, for tables with large rows. A page is at most a few megabytes. */
const rowsAtOnce: Partial<Record<TableName, number>> = { messages: 1_000, profiles: 20, writes: 100 };

/**
 * Yields all pages that have rows: workspace by workspace and table by table, then the rows outside any workspace. If
 * `after` is given, yields only the pages after that position.
 */
export async function* rowPages(source: RowSource, after: Place | null = null): AsyncGenerator<PlacedPage> {
  let isBehind = after === null;
  for await (const { workspaceId, table } of parts(source)) {
    const isPlace = after !== null && after.workspaceId === workspaceId && after.table === table;
    if (!isBehind && !isPlace) continue;
    isBehind = true;
    if (isPlace && after.next === null) continue;
    let next: string | null = isPlace ? after.next : null;
    do {
      const page = await source.page({ table, workspaceId }, next, rowsAtOnce[table] ?? 200);
      next = page.next;
      if (page.rows.length > 0) yield { table, workspaceId, rows: page.rows, place: { workspaceId, table, next } };
    } while (next !== null);
  }
}

/** Counts the rows in each table. */
export async function countRows(source: RowSource): Promise<Record<TableName, number>> {
  // The result has a number for every table name.
  const counts = Object.fromEntries(tableNames.map((name) => [name, 0])) as Record<TableName, number>;
  for await (const part of parts(source)) counts[part.table] += await source.count(part);
  return counts;
}

async function* parts(source: RowSource): AsyncGenerator<{ workspaceId: string; table: TableName }> {
  for (const workspaceId of await source.workspaceIds()) {
    for (const table of workspaceTables) yield { workspaceId, table };
  }
  for (const table of sharedTables) yield { workspaceId: '', table };
}
