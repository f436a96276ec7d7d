import type { Store } from '../port.ts';
import type { Call } from './database.ts';

const batchSize = 500;

export function createRetention(call: Call): Pick<Store, 'purge'> {
  return {
    purge: async () => {
      const removed = { responses: 0, leases: 0 };
      let after: string | null = '';
      while (after !== null) {
        const batch: { responses: number; leases: number; next: string | null } = await call('purge', {
          after,
          limit: batchSize,
        });
        removed.responses += batch.responses;
        removed.leases += batch.leases;
        after = batch.next;
      }
      return removed;
    },
  };
}
