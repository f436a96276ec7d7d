import type { Fault } from './fault.ts';
import { interruptPostgres } from './migration-postgres.ts';
import { interruptSqlite } from './migration-sqlite.ts';

/** A migration interrupted by kill -9, and the start after it. */
export const migration: Fault = {
  name: 'migration',
  title: 'A migration interrupted',
  about:
    'Data of an older schema; the first start of the new version is killed amid its migration, and started again. On PostgreSQL a lock of ours stops the migration at three places, so that each kill is in its middle. Below *lost* count also rows that are missing and a schema that is not the newest.',
  run: async () => [await interruptSqlite(), await interruptPostgres()],
};
