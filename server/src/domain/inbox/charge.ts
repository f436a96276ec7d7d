import type { ModelUse } from '../language-model.ts';

/**
 * One unit that is charged to the current month for a connected inbox, with its decision and its language-model use.
 */
export interface InboxCharge {
  readonly externalId: string;
  readonly intent: string;
  readonly riskLevel: string;
  readonly modelUse?: ModelUse | null;
}
