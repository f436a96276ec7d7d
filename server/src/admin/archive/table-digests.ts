import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { type RowPage, type RowSource, type TableName, tableNames } from '../../store/installation-port.ts';
import { rowPages } from './row-pages.ts';

export interface TableDigest {
  readonly rows: number;
  /** The SHA-256 of all rows in order. Each row is hashed with the id of its workspace, as canonical JSON. */
  readonly sha256: string;
}

export type Digests = Readonly<Record<TableName, TableDigest>>;

/**
 * Combines pages into one digest per table. The same rows in the same order produce the same digests in either store.
 */
export function createDigests(): { add(page: RowPage): void; finish(): Digests } {
  const running = new Map(tableNames.map((table) => [table, { rows: 0, hash: createHash('sha256') }]));
  return {
    add({ table, workspaceId, rows }) {
      const digest = running.get(table);
      if (digest === undefined) return;
      for (const row of rows) digest.hash.update(`${canonicalize([workspaceId, row])}\n`);
      digest.rows += rows.length;
    },
    finish: () =>
      // The result has a digest for every table name.
      Object.fromEntries(
        [...running].map(([table, { rows, hash }]) => [table, { rows, sha256: hash.digest('hex') }]),
      ) as Digests,
  };
}

/** Reads all rows and returns their digests. `onRows` receives the number of rows on each page. */
export async function digestRows(source: RowSource, onRows: (rows: number) => void): Promise<Digests> {
  const digests = createDigests();
  for await (const page of rowPages(source)) {
    digests.add(page);
    onRows(page.rows.length);
  }
  return digests.finish();
}

/** Describes each table that differs, in one line. */
export function differences(expected: Digests, found: Digests): string[] {
  return tableNames.flatMap((table) => {
    const one = expected[table];
    const other = found[table];
    if (one.rows !== other.rows) return [`${table}: ${one.rows} rows were read, but ${other.rows} arrived`];
    return one.sha256 === other.sha256 ? [] : [`${table}: ${one.rows} rows, but some of them differ`];
  });
}

/** Returns the number of rows in all tables together. */
export function totalRows(counts: Readonly<Record<TableName, number | TableDigest>>): number {
  return Object.values(counts).reduce((sum: number, each) => sum + (typeof each === 'number' ? each : each.rows), 0);
}
