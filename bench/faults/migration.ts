import type { Fault } from './fault.ts';
import { interruptPostgres } from './migration-postgres.ts';
import { interruptSqlite } from './migration-sqlite.ts';

/** A migration interrupted by kill -9, and the start after it. */
export const migration: Fault = {
  name: 'migration',
  run: async () => [await interruptSqlite(), await interruptPostgres()],
};
