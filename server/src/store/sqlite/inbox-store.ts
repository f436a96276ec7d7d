import type { StepAnswer, StepInput, StepName } from '../../domain/inbox/steps.ts';
import type { InboxStore } from '../inbox-port.ts';
import { joinEvents } from '../joined-events.ts';
import type { PortReads } from './port-reads.ts';
import type { PortWrites } from './port-writes.ts';
import type { WriteThread } from './write-thread.ts';

const rowsPerCommit = 500;
/**
 * The write thread performs one short step of each workspace at a time, so that other work does not wait behind a long
 * queue.
 */
const limits = { mostEvents: 20, stepsAtOnce: 1, mostWaiting: 2_000, pauseShare: 0.5 };

interface Step<Name extends StepName> {
  readonly workspaceId: string;
  readonly name: Name;
  readonly input: StepInput<Name>;
}

export function createInboxStore({
  thread,
}: {
  thread: WriteThread;
}): Omit<InboxStore, keyof PortReads | keyof PortWrites> {
  // Performs a step on the write thread. The step's name determines the answer's type.
  const step = async <Name extends StepName>(of: Step<Name>) =>
    (await thread.write('inboxStep', of)) as StepAnswer<Name>;
  const takeEvents = joinEvents((delivery) => step({ ...delivery, name: 'takeEvents' }), limits);
  return {
    inboxStep: async <Name extends StepName>(of: Step<Name>) =>
      // The step's name determines the answer's type.
      (of.name === 'takeEvents' ? await takeEvents(of as Step<'takeEvents'>) : await step(of)) as StepAnswer<Name>,
    async expireInbox() {
      let rows = 0;
      let step: number;
      do {
        step = await thread.write('expireInboxStep', { limit: rowsPerCommit });
        rows += step;
      } while (step >= rowsPerCommit);
      return { rows };
    },
  };
}
