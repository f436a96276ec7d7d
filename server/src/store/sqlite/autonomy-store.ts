import type { AutonomyStore } from '../autonomy-port.ts';
import type { AccountStoreDeps } from './account-store.ts';
import { readAutonomy } from './autonomy.ts';

/** Autonomy and its records, over the write thread and the read connection. */
export function createAutonomyStore({ thread, read }: Pick<AccountStoreDeps, 'thread' | 'read'>): AutonomyStore {
  return {
    autonomy: (input) => read((db) => readAutonomy(db, input)),
    setAutonomy: (input) => thread.write('setAutonomy', input),
    recordOutcome: (input) => thread.write('recordOutcome', input),
    releaseItem: (input) => thread.write('releaseItem', input),
  };
}
