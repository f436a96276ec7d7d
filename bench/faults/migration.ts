import type { Fault } from './fault.ts';
import { interruptPostgres } from './migration-postgres.ts';
import { interruptSqlite } from './migration-sqlite.ts';

/** Interrupts a migration with kill -9, and restarts the service. */
export const migration: Fault = {
  name: 'migration',
  run: async () => [await interruptSqlite(), await interruptPostgres()],
};
