import type { Digests } from '../admin/archive/table-digests.ts';
import type { Printer } from './printer.ts';

/** How many rows of each table there are, and the start of their checksum. */
export function showTables(printer: Printer, digests: Digests): void {
  printer.line();
  printer.table(
    [{ title: '  ' }, { title: 'ROWS', align: 'right' }, { title: 'SHA-256' }],
    Object.entries(digests)
      .filter(([, { rows }]) => rows > 0)
      .map(([table, { rows, sha256 }]) => [`  ${table}`, rows.toLocaleString('en-US'), sha256.slice(0, 16)]),
  );
}
