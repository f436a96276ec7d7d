import { carryOut, needsOf } from '../../domain/inbox/step.ts';
import type { StepInput, StepName } from '../../domain/inbox/steps.ts';
import { loadInbox } from './inbox-load.ts';
import { saveInbox } from './inbox-save.ts';
import type { Transaction } from './transaction.ts';

/** Performs one step of a connected inbox in a savepoint, so that the step writes to exactly the state that it read. */
function inboxStep(
  tx: Transaction,
  { workspaceId, name, input }: { workspaceId: string; name: StepName; input: StepInput<StepName> },
): unknown {
  const snapshot = loadInbox(tx, workspaceId, needsOf(name, input));
  const { answer, changes } = carryOut(name, snapshot, input);
  saveInbox(tx, workspaceId, changes);
  return answer;
}

export const inboxStepWrites = { inboxStep };
