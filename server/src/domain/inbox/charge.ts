import type { ModelUse } from '../language-model.ts';

/** One unit of the current month, of the source `inbox`, what was decided for it, and what that took of a language model. */
export interface InboxCharge {
  readonly externalId: string;
  readonly intent: string;
  readonly riskLevel: string;
  readonly modelUse?: ModelUse | null;
}
