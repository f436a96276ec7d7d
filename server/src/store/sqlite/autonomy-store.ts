import type { AutonomyStore } from '../autonomy-port.ts';
import type { AccountStoreDeps } from './account-store.ts';
import { readAutonomy } from './autonomy.ts';
import type { PortWrites } from './port-writes.ts';

/** Creates the operations on autonomy and its records that are not in `portWrites`. */
export function createAutonomyStore({ read }: Pick<AccountStoreDeps, 'read'>): Omit<AutonomyStore, keyof PortWrites> {
  return {
    autonomy: (input) => read((db) => readAutonomy(db, input)),
  };
}
