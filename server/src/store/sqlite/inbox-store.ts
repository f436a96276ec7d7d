import type { StepAnswer, StepInput, StepName } from '../../domain/inbox/steps.ts';
import type { RecentWork } from '../../lib/turns/recent-work.ts';
import type { InboxStore } from '../inbox-port.ts';
import { joinEvents } from '../joined-events.ts';
import type { Connection } from './connection.ts';
import {
  heldThreads,
  listConnections,
  listDrafts,
  listOutbox,
  receiver,
  sealedSecrets,
  wakingThreads,
  workspacesWithHeldThreads,
  workspacesWithWakingThreads,
} from './inbox-reads.ts';
import type { PortWrites } from './port-writes.ts';
import type { Moment } from './transaction.ts';
import type { WriteThread } from './write-thread.ts';

type Read = <Result>(from: (db: Connection, moment: Moment) => Result) => Promise<Result>;

const rowsPerCommit = 500;
/** Several steps of a workspace share the sync of the log. Between two of them, the write thread serves other calls. */
const limits = { mostEvents: 20, stepsAtOnce: 4, stepsInAll: 16, mostWaiting: 2_000 };
/** The events of all workspaces use the store for a third of the time while others draft. */
const besideOthers = { mostEvents: 5, pause: 2 };

interface Step<Name extends StepName> {
  readonly workspaceId: string;
  readonly name: Name;
  readonly input: StepInput<Name>;
}

export function createInboxStore({
  thread,
  read,
  drafting,
}: {
  thread: WriteThread;
  read: Read;
  drafting: RecentWork;
}): Omit<InboxStore, keyof PortWrites> {
  // Performs a step on the write thread, which answers in the form that belongs to the step's name.
  const step = async <Name extends StepName>(of: Step<Name>) =>
    (await thread.write('inboxStep', of)) as StepAnswer<Name>;
  const takeEvents = joinEvents((delivery) => step({ ...delivery, name: 'takeEvents' }), {
    ...limits,
    besideOthers: { ...besideOthers, areAtWork: drafting.hasOther },
  });
  return {
    async inboxStep<Name extends StepName>(of: Step<Name>) {
      // The answer has the form that belongs to the step's name.
      if (of.name === 'takeEvents') return (await takeEvents(of as Step<'takeEvents'>)) as StepAnswer<Name>;
      drafting.note(of.workspaceId);
      return step(of);
    },
    receiver: (input) => read((_, at) => receiver(at, input)),
    listConnections: (input) => read((db) => listConnections(db, input)),
    workspacesWithWakingThreads: (input) => read((_, at) => workspacesWithWakingThreads(at, input)),
    wakingThreads: (input) => read((_, at) => wakingThreads(at, input)),
    workspacesWithHeldThreads: (input) => read((_, at) => workspacesWithHeldThreads(at, input)),
    heldThreads: (input) => read((_, at) => heldThreads(at, input)),
    listDrafts: (input) => read((db) => listDrafts(db, input)),
    listOutbox: (input) => read((_, at) => listOutbox(at, input)),
    async expireInbox() {
      let rows = 0;
      let step: number;
      do {
        step = await thread.write('expireInboxStep', { limit: rowsPerCommit });
        rows += step;
      } while (step >= rowsPerCommit);
      return { rows };
    },
    sealedSecrets: () => read((db) => sealedSecrets(db)),
  };
}
