import type { PageStore } from '../page-port.ts';
import type { PortReads } from './port-reads.ts';
import type { PortWrites } from './port-writes.ts';
import type { WriteThread } from './write-thread.ts';

const rowsPerCommit = 500;

export function createPageStore({
  thread,
}: {
  thread: WriteThread;
}): Omit<PageStore, keyof PortReads | keyof PortWrites> {
  return {
    ask: (input) => thread.write('askPage', input),
    async expirePages() {
      let rows = 0;
      let step: number;
      do {
        step = await thread.write('expirePagesStep', { limit: rowsPerCommit });
        rows += step;
      } while (step === rowsPerCommit);
      return { rows };
    },
  };
}
