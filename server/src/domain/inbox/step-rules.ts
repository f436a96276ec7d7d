import type { InboxNeeds, InboxSnapshot } from './snapshot.ts';
import type { Changes } from './step-changes.ts';
import type { StepAnswer, StepInput, StepName } from './steps.ts';

export interface StepRules<Name extends StepName> {
  needs(input: StepInput<Name>): InboxNeeds;
  carryOut(snapshot: InboxSnapshot, input: StepInput<Name>, changes: Changes): StepAnswer<Name>;
}
