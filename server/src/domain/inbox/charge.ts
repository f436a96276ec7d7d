import type { ModelUse } from '../language-model.ts';

/** One unit of the current month from the source `inbox`, with its decision and its language-model use. */
export interface InboxCharge {
  readonly externalId: string;
  readonly intent: string;
  readonly riskLevel: string;
  readonly modelUse?: ModelUse | null;
}
