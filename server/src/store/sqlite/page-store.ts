import type { PageStore } from '../page-port.ts';
import type { Connection } from './connection.ts';
import { findPage } from './page-ask.ts';
import {
  leftContacts,
  listAsks,
  listPages,
  notedItems,
  pageDays,
  pageThread,
  provenDomain,
  provenDomains,
} from './pages.ts';
import type { PortWrites } from './port-writes.ts';
import type { Moment } from './transaction.ts';
import type { WriteThread } from './write-thread.ts';

type Read = <Result>(from: (db: Connection, moment: Moment) => Result) => Promise<Result>;

const rowsPerCommit = 500;

export function createPageStore({
  thread,
  read,
}: {
  thread: WriteThread;
  read: Read;
}): Omit<PageStore, keyof PortWrites> {
  return {
    findPage: (needs) => read((_, at) => findPage(at, needs)),
    ask: (input) => thread.write('askPage', input),
    listPages: (input) => read((db) => listPages(db, input)),
    provenDomain: (input) => read((db) => provenDomain(db, input)),
    provenDomains: () => read((db) => provenDomains(db)),
    notedItems: (input) => read((db) => notedItems(db, input)),
    pageThread: (input) => read((db) => pageThread(db, input)),
    listAsks: (input) => read((db) => listAsks(db, input)),
    pageDays: (input) => read((_, at) => pageDays(at, input)),
    leftContacts: (input) => read((db) => leftContacts(db, input)),
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
