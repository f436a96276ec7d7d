import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, inject, onTestFinished } from 'vitest';
import type { WorkspaceDocument } from '../../../src/domain/workspace-document.ts';
import { copyMigrated } from '../../support/postgres-template.ts';
import { isFullRun } from '../../support/run-length.ts';
import { runInside } from './understudy.ts';

/** The environment with which commands find one store. */
export type Place = Readonly<Record<string, string>>;

/** Creates an empty folder that is removed after the running test. */
export function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Returns a data folder that does not exist yet, and is removed after the running test. */
export function freshDataFolder(): Place {
  return { UNDERSTUDY_DATA_DIR: join(freshFolder(), 'data') };
}

/** Runs the same tests on a new data folder and on a migrated, empty PostgreSQL database. */
export function onBothStores(body: (fresh: () => Promise<Place>) => void): void {
  describe('on SQLite', () => body(async () => freshDataFolder()));
  const server = inject('postgresUrl');
  if (server === null) {
    describe.skip('on PostgreSQL (skipped: no PostgreSQL here; install it or set UNDERSTUDY_TEST_POSTGRES)', () =>
      body(async () => ({})));
  } else describe('on PostgreSQL', () => body(() => freshDatabase(server)));
}

/**
 * Runs the same tests on both stores in the full run, and on one store otherwise. Use it for tests of what a browser or
 * a provider sees, because other tests cover the routes and the store on both stores in every run. Without PostgreSQL,
 * it uses a data folder.
 */
export function onOneStore(store: 'SQLite' | 'PostgreSQL', body: (fresh: () => Promise<Place>) => void): void {
  const server = inject('postgresUrl');
  if (isFullRun) onBothStores(body);
  else if (store === 'PostgreSQL' && server !== null)
    describe('on PostgreSQL', () => body(() => freshDatabase(server)));
  else describe('on SQLite', () => body(async () => freshDataFolder()));
}

async function freshDatabase(superuserUrl: string): Promise<Place> {
  const database = await copyMigrated(superuserUrl);
  onTestFinished(() => database.drop());
  return { DATABASE_URL: database.url, UNDERSTUDY_DATABASE_POOL_SIZE: '2' };
}

/** Imports a document with the import command. */
export async function bringIn(place: Place, document: WorkspaceDocument): Promise<void> {
  const { code, stderr } = await runInside(['import', '-'], place, JSON.stringify(document));
  if (code !== 0) throw new Error(`the document was not imported:\n${stderr}`);
}

/** Creates a file with the given name and content, which is removed after the running test. Returns its path. */
export function freshFile(name: string, content: string | Uint8Array): string {
  const path = join(freshFolder(), name);
  writeFileSync(path, content);
  return path;
}
