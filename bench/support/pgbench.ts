import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findPostgres } from '../../server/test/support/find-postgres.ts';

/**
 * Runs one pgbench script repeatedly on `clients` connections, with prepared statements, and resolves to the number of
 * runs per second.
 * @throws Error with pgbench's message if it fails
 */
export async function pgbench(
  url: string,
  script: string,
  { clients, seconds }: { clients: number; seconds: number },
): Promise<number> {
  const bin = findPostgres();
  if (bin === null) throw new Error('PostgreSQL is not installed');
  const folder = await mkdtemp(join(tmpdir(), 'understudy-pgbench-'));
  try {
    const file = join(folder, 'draft.sql');
    await writeFile(file, script);
    const flags = ['-n', '-M', 'prepared', '-c', String(clients), '-j', '1', '-T', String(seconds), '-f', file];
    const { stdout } = await promisify(execFile)(join(bin, 'pgbench'), [...flags, url], {
      timeout: (seconds + 30) * 1_000,
    });
    const rate = /^tps = ([\d.]+)/m.exec(stdout)?.[1];
    if (rate === undefined) throw new Error(`pgbench printed no rate:\n${stdout}`);
    return Number(rate);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
