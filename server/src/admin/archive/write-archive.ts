import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { OperatorError } from '../../lib/errors.ts';
import type { Installation, RowSource } from '../../store/installation-port.ts';
import { type ArchiveHead, archiveFormat, archiveVersion, type CopyProgress } from './archive-form.ts';
import { countRows, rowPages } from './row-pages.ts';
import { createDigests, type Digests, totalRows } from './table-digests.ts';

/**
 * Writes an installation as of one moment into a new file, as compressed JSON lines, and syncs it to disk.
 * @throws OperatorError when the store is damaged, or did not return every row
 */
export async function writeArchive(
  installation: Installation,
  path: string,
  now: number,
  onProgress: CopyProgress,
): Promise<{ head: ArchiveHead; digests: Digests }> {
  const head: ArchiveHead = {
    format: archiveFormat,
    version: archiveVersion,
    createdAt: new Date(now).toISOString(),
    from: installation.kind,
  };
  const digests = await installation.snapshot(async (rows) => {
    await rows.checkIntegrity();
    let finished: Digests | null = null;
    const lines = async function* () {
      finished = yield* archiveLines(rows, head, onProgress);
    };
    const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
    await pipeline(Readable.from(lines()), createGzip({ level: 4 }), file);
    if (finished === null) throw new Error('a backup ended without its checksums');
    return finished;
  });
  return { head, digests };
}

async function* archiveLines(
  rows: RowSource,
  head: ArchiveHead,
  onProgress: CopyProgress,
): AsyncGenerator<string, Digests> {
  yield lineOf(head);
  const counted = await countRows(rows);
  const total = totalRows(counted);
  const digests = createDigests();
  let done = 0;
  for await (const { table, workspaceId, rows: page } of rowPages(rows)) {
    digests.add({ table, workspaceId, rows: page });
    yield lineOf({ table, workspaceId, rows: page });
    done += page.length;
    onProgress('reading', done, total);
  }
  const finished = digests.finish();
  const missing = Object.entries(finished).filter(([table, { rows: read }]) =>
    Object.entries(counted).some(([name, count]) => name === table && count !== read),
  );
  if (missing.length > 0) {
    throw new OperatorError(
      'The number of rows that the store returned does not match its row counts. Run "understudy doctor".',
      missing.map(([table]) => table),
    );
  }
  yield lineOf({ end: true, tables: finished });
  return finished;
}

function lineOf(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}
